import { checkQueueLessons } from "./queue-lessons.ts";
import { citeRules } from "../cite-rules.ts";
import { sources } from "../sources.ts";
import { checkResends } from "./resends.ts";
import { checkAppends } from "./appends.ts";
import { checkClaims } from "./claims.ts";
import { checkErasure } from "./erasure.ts";
import { checkLeases } from "./leases.ts";
import { checkNotices } from "./notices.ts";
import { checkOwners } from "./owners/owners.ts";
import { checkOutbound } from "./outbound.ts";
import { checkPauses } from "./pauses.ts";
import { checkRandomCalls } from "./random-calls.ts";
import { checkReleases } from "./releases.ts";
import { checkRepeats } from "./repeats.ts";
import { checkReports } from "./reports.ts";
import { checkRestarts } from "./restarts.ts";
import { checkSeriesBound } from "./series-bound.ts";
import { checkSettlements } from "./settlements.ts";
import { checkTexts } from "./texts.ts";
import type { Runner } from "../runner.ts";
import { checksOf, type OpenStores } from "../stores/store-bench.ts";

/** Tests a `MessageStore`. Every call of `open` returns a new, empty data set. */
export function messageStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.messageStore), open);
  const lessons = checksOf(citeRules(runner, sources.queueLessons), open);
  runner.describe(`${name} as a MessageStore`, () => {
    runner.describe("inbound appends", () => checkAppends(check));
    runner.describe("repeats", () => checkRepeats(check));
    runner.describe("outbound appends", () => checkOutbound(check));
    runner.describe("sending again", () => checkResends(check));
    runner.describe("leases", () => checkLeases(check));
    runner.describe("settlements", () => checkSettlements(check));
    runner.describe("reports", () => checkReports(check));
    runner.describe("notices", () => checkNotices(check));
    runner.describe("pauses", () => checkPauses(check));
    runner.describe("claims", () => checkClaims(check));
    runner.describe("the bound on series per channel", () => checkSeriesBound(check));
    runner.describe("releases", () => checkReleases(check));
    runner.describe("restarts", () => checkRestarts(check));
    runner.describe("texts with NUL and lone surrogates", () => checkTexts(check));
    runner.describe("erasure", () => checkErasure(check));
    runner.describe("owners", () => checkOwners(runner, check));
    runner.describe("what other queues broke on", () => checkQueueLessons(lessons));
    runner.describe("random calls", () => checkRandomCalls(check));
  });
}
