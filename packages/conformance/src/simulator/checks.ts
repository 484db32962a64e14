import { afterCommit } from "./checks/after-commit.ts";
import { bounded } from "./checks/bounded.ts";
import { drain } from "./checks/drain.ts";
import { fencing } from "./checks/fencing.ts";
import { healthyLanes } from "./checks/healthy-lanes.ts";
import { honestEnds } from "./checks/honest-ends.ts";
import { honestOverload } from "./checks/honest-overload.ts";
import { identicalAttempts } from "./checks/identical-attempts.ts";
import { laneOrder } from "./checks/lane-order.ts";
import { lanesEmpty } from "./checks/lanes-empty.ts";
import { noPlatform } from "./checks/no-platform.ts";
import { nothingAfter } from "./checks/nothing-after.ts";
import { nothingEscapes } from "./checks/nothing-escapes.ts";
import { oneEnd } from "./checks/one-end.ts";
import { oneReport } from "./checks/one-report.ts";
import { onTime } from "./checks/on-time.ts";
import { privateLogs } from "./checks/private-logs.ts";
import { profile } from "./checks/profile.ts";
import { refusals } from "./checks/refusals.ts";
import { repeats } from "./checks/repeats.ts";
import { reportOnTime } from "./checks/report-on-time.ts";
import { threeAttempts } from "./checks/three-attempts.ts";
import { standstill } from "./checks/standstill.ts";
import { removedChannels } from "./checks/removed-channels.ts";
import { trueReasons } from "./checks/true-reasons.ts";
import { trueReports } from "./checks/true-reports.ts";
import { typingYields } from "./checks/typing-yields.ts";
import type { Check } from "./run.ts";

/** Every promise that a run is held to. */
export const checks: readonly Check[] = [
  oneEnd,
  threeAttempts,
  onTime,
  nothingAfter,
  oneReport,
  reportOnTime,
  laneOrder,
  healthyLanes,
  identicalAttempts,
  fencing,
  afterCommit,
  refusals,
  honestEnds,
  honestOverload,
  trueReasons,
  trueReports,
  removedChannels,
  typingYields,
  standstill,
  repeats,
  profile,
  bounded,
  drain,
  lanesEmpty,
  privateLogs,
  nothingEscapes,
  noPlatform,
];
