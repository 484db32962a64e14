import { afterCommit } from "./checks/messages/after-commit.ts";
import { bounded } from "./checks/node/bounded.ts";
import { drain } from "./checks/node/drain.ts";
import { fencing } from "./checks/attempts/fencing.ts";
import { healthyLanes } from "./checks/node/healthy-lanes.ts";
import { honestEnds } from "./checks/messages/honest-ends.ts";
import { honestOverload } from "./checks/messages/honest-overload.ts";
import { identicalAttempts } from "./checks/attempts/identical-attempts.ts";
import { laneOrder } from "./checks/messages/lane-order.ts";
import { lanesEmpty } from "./checks/messages/lanes-empty.ts";
import { noPlatform } from "./checks/node/no-platform.ts";
import { nothingAfter } from "./checks/attempts/nothing-after.ts";
import { nothingEscapes } from "./checks/node/nothing-escapes.ts";
import { oneEnd } from "./checks/messages/one-end.ts";
import { oneReport } from "./checks/reports/one-report.ts";
import { onTime } from "./checks/attempts/on-time.ts";
import { privateLogs } from "./checks/node/private-logs.ts";
import { profile } from "./checks/messages/profile.ts";
import { refusals } from "./checks/messages/refusals.ts";
import { repeats } from "./checks/messages/repeats.ts";
import { reportOnTime } from "./checks/reports/report-on-time.ts";
import { threeAttempts } from "./checks/attempts/three-attempts.ts";
import { standstill } from "./checks/node/standstill.ts";
import { removedChannels } from "./checks/messages/removed-channels.ts";
import { trueReasons } from "./checks/attempts/true-reasons.ts";
import { trueReports } from "./checks/reports/true-reports.ts";
import { typingYields } from "./checks/attempts/typing-yields.ts";
import { mayBeRepeat } from "./checks/attempts/may-be-repeat.ts";
import { noticeEnds } from "./checks/notices/notice-ends.ts";
import { noticesYield } from "./checks/notices/notices-yield.ts";
import { appPauses, appPausesEnd } from "./checks/pauses/app-pauses.ts";
import { askedPauses } from "./checks/pauses/asked-pauses.ts";
import { eventPauses } from "./checks/pauses/event-pauses.ts";
import { fewFirst } from "./checks/pauses/few-first.ts";
import { pausesCountNothing } from "./checks/pauses/pauses-count-nothing.ts";
import { dueCalls, wakes } from "./checks/state/due-calls.ts";
import { erasuresTold } from "./checks/owners/erasures-told.ts";
import { fencedSends } from "./checks/owners/fenced-sends.ts";
import { noReturn } from "./checks/owners/no-return.ts";
import { oneDown } from "./checks/owners/one-down.ts";
import { oneOwner } from "./checks/owners/one-owner.ts";
import { ownerTold } from "./checks/owners/owner-told.ts";
import { ownReports } from "./checks/owners/own-reports.ts";
import { starts } from "./checks/node/starts.ts";
import type { Check } from "./run.ts";

/** All checks of a run. */
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
  mayBeRepeat,
  eventPauses,
  appPauses,
  appPausesEnd,
  fewFirst,
  pausesCountNothing,
  askedPauses,
  noticeEnds,
  noticesYield,
  oneOwner,
  fencedSends,
  ownerTold,
  noReturn,
  ownReports,
  oneDown,
  erasuresTold,
  dueCalls,
  wakes,
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
  starts,
  lanesEmpty,
  privateLogs,
  nothingEscapes,
  noPlatform,
];
