import * as runner from "vitest";
import { nodeTests } from "../../../conformance/test/plugins/support/node-tests.ts";
import { emptiedSchema } from "../support/emptied-schema.ts";
import { stopPostgres } from "../support/opened-stores.ts";

runner.afterAll(stopPostgres);

nodeTests(runner, emptiedSchema);
