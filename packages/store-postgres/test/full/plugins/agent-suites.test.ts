import * as runner from "vitest";
import { appSuites } from "../../../../conformance/test/plugins/support/app-suites.ts";
import { emptiedSchema } from "../../support/emptied-schema.ts";
import { stopPostgres } from "../../support/opened-stores.ts";

runner.afterAll(stopPostgres);

appSuites(runner, "PostgreSQL", emptiedSchema);
