import { agentChecks, type OpenAgentApp } from "./agent-check.ts";
import { answerRules } from "./answers.ts";
import { availabilityRules } from "./availability.ts";
import { crashRules } from "./crashes/crash-rules.ts";
import { crashChecks } from "./crashes/crash-trial.ts";
import { deliveryRules } from "./delivery.ts";
import { messageRules } from "./messages.ts";
import { reportRules } from "./reports.ts";
import { troubleRules } from "./trouble.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";

/** Tests an `AgentBackend`. Every call of `open` loads a fresh one into the bench. */
export function agentBackendSuite(runner: Runner, name: string, open: OpenAgentApp): void {
  const cited = citeRules(runner, sources.agentBackend);
  const check = agentChecks(cited, open);
  runner.describe(`${name} as an AgentBackend`, () => {
    runner.describe("availability", () => availabilityRules(check));
    runner.describe("messages", () => messageRules(check));
    runner.describe("delivery", () => deliveryRules(check));
    runner.describe("trouble", () => troubleRules(check));
    runner.describe("answers", () => answerRules(check));
    runner.describe("reports", () => reportRules(check));
    runner.describe("crashes", () => crashRules(crashChecks(cited, open)));
  });
}
