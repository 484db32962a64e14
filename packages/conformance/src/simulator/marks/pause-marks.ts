import { AppPauses, endOf } from "../judge/app-pauses.ts";
import type { Call, Delivery } from "../judge/delivery.ts";
import { Disturbances } from "../judge/disturbances.ts";
import { deliveriesOf, entriesOf, type Run } from "../judge/run.ts";
import type { Mark } from "./mark.ts";

/** Marks of pauses and notices. */
export const pauseMarks: readonly Mark[] = [
  mark("event postponed", ({ pause }) => pause?.scope === "event"),
  mark("agent app paused", ({ pause }) => pause?.scope === "backend"),
  mark("report postponed", ({ pause }, { kind }) => pause !== null && kind === "reports"),
  mark("notice postponed", ({ pause }, { kind }) => pause !== null && kind === "notices"),
  mark("pause held over a restart", (call, { grants }) => {
    const next = grants[grants.indexOf(call.grant) + 1];
    return call.pause !== null && next !== undefined && next.life !== call.life;
  }),
  mark(
    "postponed and rejected in the end",
    ({ pause }, { reason }) => pause !== null && reason === "backend-rejected",
  ),
  { name: "pause ended by ready()", isHit: (run) => isEnded(run) },
  { name: "ready() ended nothing", isHit: (run) => isIdle(run) },
  { name: "event tried after a pause of the agent app", isHit: (run) => isTried(run) },
  ended("notice told", ({ state }) => state === "delivered"),
  ended("notice dropped after three failures", ({ reason }) => reason === "backend-failing"),
  ended(
    "notice dropped: nobody listens",
    ({ state, calls }) => state === "failed" && calls.length === 0,
  ),
  ended("notice overtaken by a report", ({ state, calls }) => {
    const last = calls.at(-1);
    return (
      state === "failed" && last?.outcome === "aborted" && last.at + 9_000 > (last.endedAt ?? 0)
    );
  }),
  { name: "report beside a notice that ignores its signal", isHit: (run) => isIgnored(run) },
  reported("report while a notice failed", ({ outcome }) => outcome === "threw"),
  reported("report while a notice hung", ({ end }) => end === "hangs"),
  reported("report while a notice was postponed", ({ outcome }) => outcome === "later"),
];

function mark(name: string, isHit: (call: Call, delivery: Delivery) => boolean): Mark {
  return {
    name,
    isHit: ({ ledger }) =>
      ledger.deliveries.some((delivery) => delivery.calls.some((call) => isHit(call, delivery))),
  };
}

function ended(name: string, isHit: (notice: Delivery) => boolean): Mark {
  return { name, isHit: (run) => deliveriesOf(run, "notices").some(isHit) };
}

/** A report came after such a call of a notice of its conversation that still waited. */
function reported(name: string, isSo: (call: Call) => boolean): Mark {
  return {
    name,
    isHit: (run) => {
      const notices = deliveriesOf(run, "notices");
      return deliveriesOf(run, "reports").some(({ calls: [first], conversation }) =>
        notices.some(
          (notice) =>
            first !== undefined &&
            notice.conversation === conversation &&
            notice.calls.some((call) => call.at < first.at && isSo(call)) &&
            (notice.settledAt ?? Number.POSITIVE_INFINITY) >= first.at,
        ),
      );
    },
  };
}

function isEnded(run: Run): boolean {
  return entriesOf(run, "resumed").length > 0;
}

function isIdle(run: Run): boolean {
  return entriesOf(run, "ready").length > 0 && entriesOf(run, "resumed").length === 0;
}

function isTried(run: Run): boolean {
  const calls = run.ledger.deliveries.flatMap((delivery) => delivery.calls);
  return new AppPauses(run, new Disturbances(run)).all.some((pause) =>
    calls.some(({ at, pause: again }) => at > endOf(pause) && again?.scope === "backend"),
  );
}

function isIgnored(run: Run): boolean {
  const notices = deliveriesOf(run, "notices").flatMap(({ calls }) =>
    calls.filter(({ end, outcome }) => outcome === "aborted" && end === "taken-late"),
  );
  const reports = deliveriesOf(run, "reports").flatMap(({ calls }) => calls);
  return notices.some(({ endedAt, life }) =>
    reports.some((report) => report.life === life && report.at === endedAt),
  );
}
