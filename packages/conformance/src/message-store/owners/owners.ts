import type { Runner } from "../../runner.ts";
import type { Check } from "../../stores/store-bench.ts";
import { checkFences } from "./fences.ts";
import { checkNoOwner } from "./no-owner.ts";
import { knowing } from "./owner-bench.ts";
import { checkOwnerBudgets } from "./owner-budgets.ts";
import { checkOwnerDeadLetters } from "./owner-dead-letters.ts";
import { checkOwnerEnds } from "./owner-ends.ts";
import { checkOwnerLanes } from "./owner-lanes.ts";
import { checkOwnerPauses } from "./owner-pauses.ts";
import { checkOwnerReleases } from "./owner-releases.ts";
import { checkOwnerReports } from "./owner-reports.ts";
import { checkOwnerSends } from "./owner-sends.ts";
import { checkChangesInARow } from "./changes-in-a-row.ts";
import { checkOldOwnerTold } from "./old-owner-told.ts";
import { checkNewOwnerTold } from "./new-owner-told.ts";

/** The rules about owners. Each store knows three backends: `default`, `sales` and `support`. */
export function checkOwners(runner: Runner, check: Check): void {
  const known = knowing(check);
  runner.describe("fences", () => checkFences(known));
  runner.describe("lanes", () => checkOwnerLanes(known));
  runner.describe("budgets", () => checkOwnerBudgets(known));
  runner.describe("the new owner hears of it", () => {
    checkNewOwnerTold(known);
    checkChangesInARow(known);
  });
  runner.describe("the old owner hears of it", () => checkOldOwnerTold(known));
  runner.describe("conversations of nobody", () => checkNoOwner(known));
  runner.describe("sends", () => checkOwnerSends(known));
  runner.describe("reports and notices", () => checkOwnerReports(known));
  runner.describe("dead letters", () => checkOwnerDeadLetters(known));
  runner.describe("ends of lanes", () => checkOwnerEnds(known));
  runner.describe("releases", () => checkOwnerReleases(known));
  runner.describe("pauses", () => checkOwnerPauses(known));
}
