import { contract } from "../../contract.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

/** How often a node reads its clock. */
const beatMs = 250;

type LifeEntry = Extract<Entry, { kind: "life" }>;

/** A node that stood still must ask the store before it uses its leases. */
export const standstill: Check = {
  name: "standstill",
  promise: "A node that finds more than a second gone since its last turn drops all its leases.",
  find: (run) =>
    entriesOf(run, "life")
      .filter((entry) => entry.event === "paused" && isPlain(run, entry))
      .flatMap((entry) =>
        isNoticed(run, entry) ? [] : [`${entry.life} slept ${entry.ms} ms and did not notice`],
      ),
};

/** A pause of a node that ran before and after it, without any other delay. */
function isPlain(run: Run, entry: LifeEntry): boolean {
  const { life, at, ms, local } = entry;
  if (ms <= contract.standstillMs + beatMs) return false;
  const until = at + ms + beatMs;
  const others = entriesOf(run, "life").filter((other) => other.life === life);
  const started = others.find(({ event }) => event === "started");
  if (started === undefined || started.at >= at || local - started.local > at - started.at + beatMs)
    return false;
  const isOver = others.some(
    ({ event, at: when }) =>
      (event === "crashed" || event === "stopping" || event === "stopped") && when <= until,
  );
  const isHeldUp = entriesOf(run, "trouble").some(
    (trouble) => trouble.life === life && trouble.beganAt <= until && trouble.at + trouble.ms >= at,
  );
  const isDoubled = others.some(
    (other) =>
      other.event === "paused" && other !== entry && other.at <= until && other.at + other.ms >= at,
  );
  return !isOver && !isHeldUp && !isDoubled;
}

function isNoticed(run: Run, { life, at, ms }: LifeEntry): boolean {
  return entriesOf(run, "notice").some(
    (notice) =>
      notice.life === life &&
      notice.event.type === "paused" &&
      notice.at >= at + ms &&
      notice.at <= at + ms + beatMs,
  );
}
