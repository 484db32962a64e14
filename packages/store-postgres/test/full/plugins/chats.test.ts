import * as runner from "vitest";
import { chatTests } from "../../../../conformance/test/plugins/support/chat-tests.ts";
import { emptiedSchema } from "../../support/emptied-schema.ts";
import { stopPostgres } from "../../support/opened-stores.ts";

runner.afterAll(stopPostgres);

chatTests(runner, "PostgreSQL", emptiedSchema);
