import * as runner from "node:test";
import { suites } from "./check.ts";

suites(runner);
