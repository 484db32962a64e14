import * as runner from "vitest";
import { suites as httpSuites } from "../../templates/http/test/check.ts";
import { suites as pollingSuites } from "../../templates/polling/test/check.ts";

runner.describe("the template for an app that posts webhooks", () => httpSuites(runner));
runner.describe("the template for an app that is polled", () => pollingSuites(runner));
