import * as runner from "vitest";
import { suites } from "../templates/plain/test/check.ts";

suites(runner);
