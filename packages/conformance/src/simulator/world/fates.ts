import { Draw } from "../plan/draw.ts";
import {
  type BackendFate,
  doneAtOnce,
  type Fate,
  positiveAtOnce,
  type PostFate,
  type StoreFate,
  takenAtOnce,
} from "./fate.ts";
import type { ChannelPlan, Plan } from "../plan/plan.ts";
import type { BackendWeights } from "../plan/rates.ts";
import { outageOf } from "../plan/router-plan.ts";

const positiveTypingShare = 0.5;
/** Where a plan does not say. */
const longestPauseMs = 10_000;
const latestReadyMs = 20_000;
const thrownAtOnce: BackendFate = Object.freeze({ end: "throws", takesMs: 0 });

/** An agent app of a router, as a node calls it. */
export interface CalledApp {
  readonly name: string;
  readonly node: number;
  readonly now: number;
}

/** One step that could fail. */
export interface Step {
  readonly key: string;
  readonly kind: "store" | "post" | "backend";
  /** Number of store changes before the step. */
  readonly changes: number;
  /** Whether the store call found and changed nothing. */
  isIdle: boolean;
}

/**
 * Decides how every step ends. The seed and the step's name alone decide a fate, so removing one part of a plan changes
 * no other fate. Records every fault, so that a run can be replayed from the list.
 */
export class Fates {
  /** Every step so far with a fault or a delay, by name. */
  readonly faults: Record<string, Fate> = {};
  readonly #plan: Plan;
  /** Every step until the faults end, in order. */
  readonly steps: Step[] = [];
  /** Number of store changes so far. */
  changes = 0;
  readonly #counts = new Map<string, number>();
  #healed = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Ends all faults. */
  heal(): void {
    this.#healed = true;
  }

  /** `life`: name of the calling process. */
  store(life: string, operation: string): StoreFate {
    return this.#fate("store", `${life}/${operation}`, doneAtOnce, (draw) => this.#drawStore(draw));
  }

  post(channel: ChannelPlan | undefined, subject: string): PostFate {
    return this.#fate("post", subject, positiveAtOnce, (draw) =>
      channel === undefined || (subject === "typing" && draw.chance(positiveTypingShare))
        ? positiveAtOnce
        : drawPost(draw, channel),
    );
  }

  /**
   * `method`: `receive`, `report`, `delivered`, `owner`, `erased`, `due`, `availability` or `typing`. `app`: `null` in a
   * gateway with one agent app.
   */
  backend(method: string, label: string, app: CalledApp | null = null): BackendFate {
    const outage = this.#outage(method, app);
    if (outage !== null) return outage;
    const subject = app === null ? `${method}/${label}` : `${app.name}.${method}/${label}`;
    if (method === "receive" && !this.#healed) {
      const { poisoned, postponed = [], backend, pausesMs } = this.#plan;
      if (postponed.includes(label)) return { end: "later", takesMs: 0, inMs: pausesMs ?? 0 };
      const ends = { throws: 1, later: backend.later };
      if (poisoned.includes(label))
        return this.#fate("backend", subject, thrownAtOnce, (draw) =>
          this.#drawBackend(draw, ends),
        );
    }
    const answers = this.#answers(method, app);
    return this.#fate("backend", subject, takenAtOnce, (draw) =>
      this.#drawBackend(draw, answers ?? this.#plan.backend),
    );
  }

  #answers(method: string, app: CalledApp | null): BackendWeights | undefined {
    const { notices, router } = this.#plan;
    if (method === "delivered") return notices?.answers;
    if (app === null) return undefined;
    return method === "owner" ? router?.changes : router?.answers[app.name];
  }

  /** How an agent app answers every call during its outage; `null`: there is none now. */
  #outage(method: string, app: CalledApp | null): BackendFate | null {
    const { router } = this.#plan;
    if (app === null || router === undefined || this.#healed || method === "due") return null;
    const outage = outageOf(router, app.name, app.node, app.now);
    if (outage === undefined) return null;
    if (outage.how !== "pauses") return { end: outage.how, takesMs: 0 };
    return { end: "all-later", takesMs: 0, inMs: outage.at + outage.ms - app.now };
  }

  #fate<Kind extends Fate>(
    kind: Step["kind"],
    subject: string,
    well: Kind,
    draw: (draw: Draw) => Kind,
  ): Kind {
    const name = `${kind}/${subject}`;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    if (this.#healed) return well;
    const key = `${name}/${count}`;
    this.steps.push({ key, kind, changes: this.changes, isIdle: false });
    const fate = this.#plan.drawn
      ? draw(new Draw(`${this.#plan.seed}/${key}`))
      : ((this.#plan.fates[key] as Kind | undefined) ?? well);
    if (!isAlike(fate, well)) this.faults[key] = fate;
    return fate;
  }

  #drawBackend(draw: Draw, weights: Partial<BackendWeights>): BackendFate {
    const end = draw.weighted(weights as BackendWeights);
    const fate = { end, takesMs: takes(draw, 2_000) };
    return end === "later" || end === "all-later" ? { ...fate, ...this.#drawPause(draw) } : fate;
  }

  #drawPause(draw: Draw): Pick<BackendFate, "inMs" | "ready"> {
    const { pausesMs = longestPauseMs, nodes } = this.#plan;
    const inMs = draw.integer(0, pausesMs);
    const ready = {
      afterMs: draw.integer(0, Math.min(inMs, latestReadyMs)),
      isForOne: draw.chance(0.5),
      nodesOn: draw.integer(0, nodes - 1),
    };
    const isSaid = !draw.chance(0.05);
    return { ...(isSaid ? { inMs } : {}), ...(draw.chance(0.4) ? { ready } : {}) };
  }

  #drawStore(draw: Draw): StoreFate {
    const { refused, unknown, crashBefore, crashAfter, short, long, blocking, leftOut } =
      this.#plan.store;
    const rest = Math.max(0, 1 - refused - unknown - crashBefore - crashAfter);
    const weights = {
      done: rest,
      refused,
      unknown,
      "crash-before": crashBefore,
      "crash-after": crashAfter,
    };
    const end = draw.weighted(weights);
    const lasts = draw.weighted({ no: Math.max(0, 1 - short - long), short, long });
    const mostMs = { no: 0, short: 60, long: 15_000 }[lasts];
    return {
      end,
      beforeMs: draw.integer(0, mostMs),
      afterMs: draw.integer(0, mostMs),
      blocks: lasts !== "no" && draw.chance(blocking),
      ghost: draw.chance(0.5),
      ...(draw.chance(leftOut) ? { leftOut: draw.integer(0, 99) } : {}),
    };
  }
}

function drawPost(draw: Draw, { posts, answerMs }: ChannelPlan): PostFate {
  return {
    end: draw.weighted(posts),
    dialMs: draw.chance(0.8) ? 0 : draw.integer(1, 400),
    takesMs: takes(draw, answerMs),
  };
}

function takes(draw: Draw, mostMs: number): number {
  return draw.chance(0.5) ? 0 : draw.integer(0, mostMs);
}

function isAlike(fate: Fate, well: Fate): boolean {
  if (fate === well) return true;
  if (fate.end !== well.end || "leftOut" in fate) return false;
  const told: Readonly<Record<string, unknown>> = { ...fate };
  return Object.entries(well).every(([name, value]) => name === "ghost" || told[name] === value);
}
