import { messageStoreSuite } from "@parley/conformance";
import * as runner from "vitest";
import { openStores, stopPostgres } from "../support/opened-stores.ts";

runner.afterAll(stopPostgres);

messageStoreSuite(runner, "store-postgres", openStores);
