import { mediaStoreSuite } from "@parley/conformance";
import * as runner from "vitest";
import { openSuiteStore } from "./support/open-suite-store.ts";

mediaStoreSuite(runner, "a directory", openSuiteStore());
