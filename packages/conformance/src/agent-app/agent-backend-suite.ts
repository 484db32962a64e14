import { agentChecks, type OpenAgentApp } from "./agent-check.ts";
import type { BenchStores } from "./agent-bench.ts";
import { answerRules } from "./answers.ts";
import { availabilityRules } from "./availability.ts";
import { crashRules } from "./crashes/crash-rules.ts";
import { crashChecks } from "./crashes/crash-trial.ts";
import { deliveryRules } from "./delivery.ts";
import { messageRules } from "./messages.ts";
import { ownerRules } from "./owners.ts";
import { reportRules } from "./reports.ts";
import { troubleRules } from "./trouble.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";

/** Options of `agentBackendSuite`. */
export interface AgentSuiteOptions {
  /** The stores of the gateways on the bench. Default: in memory. */
  readonly stores?: BenchStores;
}

/** Tests an `AgentBackend`. Every call of `open` loads a fresh one into the bench. */
export function agentBackendSuite(
  runner: Runner,
  name: string,
  open: OpenAgentApp,
  { stores }: AgentSuiteOptions = {},
): void {
  const cited = citeRules(runner, sources.agentBackend);
  const check = agentChecks(cited, open, stores);
  runner.describe(`${name} as an AgentBackend`, () => {
    runner.describe("availability", () => availabilityRules(check));
    runner.describe("messages", () => messageRules(check));
    runner.describe("delivery", () => deliveryRules(check));
    runner.describe("trouble", () => troubleRules(check));
    runner.describe("answers", () => answerRules(check));
    runner.describe("reports", () => reportRules(check));
    runner.describe("owners", () => ownerRules(check));
    runner.describe("crashes", () => crashRules(crashChecks(cited, open, stores)));
  });
}
