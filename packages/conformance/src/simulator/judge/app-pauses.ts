import { contract } from "./contract.ts";
import type { Call } from "./delivery.ts";
import { againMs, type Disturbances } from "./disturbances.ts";
import { isRemote } from "../plan/plan.ts";
import { entriesOf, type Run } from "./run.ts";

/** A pause of the whole agent app. Instants are true milliseconds of the run. */
export interface AppPause {
  /** Name of the agent app. */
  readonly backend: string;
  /** The call that was answered with it. */
  readonly call: Call;
  /** The instant of that answer. */
  readonly at: number;
  readonly until: number;
  /** When the agent app first called `ready()` since the call began. Before the answer: there is no pause. */
  readonly readyAt: number | null;
  /** When the store first held a pause that is as long. */
  readonly savedAt: number | null;
}

/** The pauses that agent apps asked for as a whole. */
export class AppPauses {
  readonly all: readonly AppPause[];
  readonly #run: Run;
  readonly #disturbances: Disturbances;
  readonly #overAt: readonly number[];

  constructor(run: Run, disturbances: Disturbances) {
    this.#run = run;
    this.#disturbances = disturbances;
    this.all = pausesOf(run);
    this.#overAt = this.all.map((pause) => this.#endOf(pause));
  }

  /** Whether some node may take a pause of an agent app to last at this instant, or may still offer only a few events. */
  mayLast(at: number, backend: string): boolean {
    return this.all.some(
      (pause, index) =>
        pause.backend === backend && pause.at <= at && at <= (this.#overAt[index] ?? at),
    );
  }

  /** Whether this process must know of the pause from a second after it on. */
  isKnown({ call, at, savedAt }: AppPause, life: string, until: number): boolean {
    if (call.life === life) return true;
    const starting = entriesOf(this.#run, "life").find(
      (entry) => entry.event === "starting" && entry.life === life,
    );
    if (savedAt !== null && (starting?.at ?? 0) > savedAt) return true;
    return isRemote(this.#run.plan) && !this.#disturbances.touch(at, until);
  }

  /** When every node knows that it is over. Nodes that cannot see each other's pauses may never know. */
  #endOf(pause: AppPause): number {
    const { plan } = this.#run;
    if (plan.nodes > 1 && !isRemote(plan)) return Number.POSITIVE_INFINITY;
    // By the nodes' clocks, `ready()` may have come before the call.
    const isReady = pause.readyAt !== null && pause.readyAt > pause.at;
    const end = isReady ? endOf(pause) : pause.until;
    const over = takenFrom(this.#run, end + 2 * plan.skewMs, pause.backend).find(
      ({ at, endedAt }) =>
        endedAt !== null &&
        !this.#disturbances.touch(at, endedAt + contract.pausedEverywhereMs + againMs),
    );
    const overAt = over?.endedAt ?? Number.POSITIVE_INFINITY;
    return overAt + contract.pausedEverywhereMs + againMs;
  }
}

/** When the pause ends: by itself, or since the agent app is ready. */
export function endOf({ until, readyAt }: AppPause): number {
  return readyAt === null ? until : Math.min(until, readyAt);
}

/** The calls that an agent app took, of those that begin from an instant on; the first to end is first. */
export function takenFrom({ ledger }: Run, from: number, by: string): readonly Call[] {
  const taken = ledger.deliveries.flatMap(({ calls }) =>
    calls.filter(({ at, outcome, backend }) => outcome === "taken" && backend === by && at >= from),
  );
  return taken.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
}

function pausesOf(run: Run): AppPause[] {
  const asked = run.ledger.deliveries.flatMap(({ calls }) =>
    calls.filter(({ pause }) => pause?.scope === "backend"),
  );
  if (asked.length === 0) return [];
  const ready = entriesOf(run, "ready");
  const saved = entriesOf(run, "pause-saved");
  return asked.flatMap((call): AppPause[] => {
    const { endedAt, endedLocal, pause, backend } = call;
    if (endedAt === null || endedLocal === null || pause === null) return [];
    // Nodes compare the instants of both by their own clocks.
    const from = call.at - 2 * run.plan.skewMs;
    const isOwn = (name = "default") => name === backend;
    const readyAt = ready.find((entry) => isOwn(entry.backend) && entry.at >= from)?.at ?? null;
    const isHeld = (until: number | null) => (until ?? 0) >= endedLocal + pause.forMs;
    const savedAt =
      saved.find(
        (entry) => isOwn(entry.pause.backend) && entry.at >= endedAt && isHeld(entry.pause.until),
      )?.at ?? null;
    const until = endedAt + pause.forMs;
    return [{ backend, call, at: endedAt, until, readyAt, savedAt }];
  });
}
