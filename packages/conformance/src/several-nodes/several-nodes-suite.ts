import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { agentsChecks } from "./agents.ts";
import { checkConcurrentCalls } from "./concurrent-calls.ts";
import { gatewayChecks } from "./gateways.ts";
import { checkIsolation } from "./isolation.ts";
import { checkOwnerRaces } from "./owner-races.ts";
import { checkOwnership } from "./ownership.ts";
import { sharedChecksOf, type ShareStores } from "./shared-stores.ts";
import { typingChecks } from "./typing.ts";

/** Tests stores that several nodes share, with the cases that break queues with several workers. */
export function severalNodesSuite(runner: Runner, name: string, share: ShareStores): void {
  const cited = citeRules(runner, sources.severalNodes);
  const check = sharedChecksOf(cited, share);
  runner.describe(`several nodes on ${name}`, () => {
    runner.describe("at once", () => checkConcurrentCalls(check));
    runner.describe("whose a lane is", () => checkOwnership(check));
    runner.describe("owners of conversations", () => checkOwnerRaces(check));
    runner.describe("neighbours", () => checkIsolation(check));
    runner.describe("two gateways", () => gatewayChecks(cited, share));
    runner.describe("agent apps side by side", () => agentsChecks(cited, share));
    runner.describe("typing", () => typingChecks(cited, share));
  });
}
