import type {
  AgentBackend,
  Availability,
  DeliveredListener,
  DeliveredNotice,
  DeliveryReport,
  Receipt,
  TypingListener,
  VisitorEvent,
} from "@parley/core";
import type { BackendFate } from "./fate.ts";
import { canary, labelIn } from "./label.ts";
import type { Life } from "./life.ts";
import type { CallKind, Fact } from "../judge/trace-entry.ts";
import type { RunContext } from "./run-context.ts";

const tooLateMs = 30_000;

/** What the agent app is called with. */
interface Asked {
  readonly kind: CallKind;
  readonly id: string;
  readonly conversationId: string;
  readonly visitor: Readonly<Record<string, string>> | null;
  readonly mayBeRepeat: boolean;
}

/** The agent app as one node sees it. */
export class SimBackend implements AgentBackend, TypingListener, DeliveredListener {
  readonly #world: RunContext;
  readonly #life: Life;
  /** The app posts a webhook for each message. */
  onReceived: () => void = () => {};

  constructor(world: RunContext, life: Life) {
    this.#world = world;
    this.#life = life;
  }

  async availability(channelId: string): Promise<Availability> {
    const { end, takesMs } = this.#world.fates.backend("availability", channelId);
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(takesMs);
    if (end === "throws") throw new Error(`${canary}backend-qz`);
    return end === "rejected" ? 0 : 1;
  }

  receive(event: VisitorEvent, signal: AbortSignal): Promise<Receipt> {
    this.onReceived();
    const { id, conversationId, mayBeRepeat } = event;
    const visitor = { ...event.visitor } as Readonly<Record<string, string>>;
    const label = labelIn(JSON.stringify(event.message)) ?? "unlabelled";
    const asked = { kind: "receive", id, conversationId, visitor, mayBeRepeat } as const;
    return this.#ask(asked, label, signal);
  }

  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    return this.#ask(askedAbout("report", report), String(report.sequence), signal);
  }

  delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ask(askedAbout("delivered", notice), String(notice.sequence), signal);
  }

  async typing(conversationId: string): Promise<void> {
    const { end, takesMs } = this.#world.fates.backend("typing", "typing");
    this.#world.see({ kind: "typing", conversationId }, this.#life);
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(takesMs);
    if (end === "throws") throw new Error(`${canary}backend-qz`);
  }

  async #ask(asked: Asked, label: string, signal: AbortSignal): Promise<Receipt> {
    const fate = this.#world.fates.backend(asked.kind, label);
    const call = this.#world.nextCall();
    this.#world.see({ ...asked, call, end: fate.end }, this.#life);
    const over = (end: End) => this.#world.see({ kind: "backend-end", call, ...end }, this.#life);
    const aborted = () => over({ outcome: "aborted" });
    signal.addEventListener("abort", aborted, { once: true });
    const receipt = await this.#answer(fate);
    // An answer counts even when the node aborts at the same instant.
    signal.removeEventListener("abort", aborted);
    if (!signal.aborted) over(endOf(receipt));
    if (receipt === null) throw new Error(`${canary}backend-qz`);
    if (receipt.outcome === "later") this.#readyLater(fate, asked.conversationId);
    return receipt;
  }

  async #answer({ end, takesMs, inMs }: BackendFate): Promise<Receipt | null> {
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(end === "taken-late" ? tooLateMs : takesMs);
    if (end === "taken" || end === "taken-late") return { outcome: "taken" };
    if (end === "rejected") return { outcome: "rejected", reason: `${canary}reason-qz` };
    if (end !== "later" && end !== "all-later") return null;
    const scope = end === "later" ? "event" : "backend";
    return { outcome: "later", ...(inMs === undefined ? {} : { inMs }), scope };
  }

  #readyLater({ ready }: BackendFate, conversationId: string): void {
    if (ready === undefined) return;
    const { afterMs, isForOne, nodesOn } = ready;
    const which = isForOne ? conversationId : null;
    this.#world.later(afterMs, () => this.#world.ready(this.#life, nodesOn, which));
  }

  #passing(ms: number): Promise<void> {
    return ms === 0 ? Promise.resolve() : this.#life.elapse(ms);
  }
}

type End = Omit<Extract<Fact, { kind: "backend-end" }>, "kind" | "call">;

function endOf(receipt: Receipt | null): End {
  if (receipt === null) return { outcome: "threw" };
  if (receipt.outcome === "rejected") return { outcome: "rejected" };
  return receipt;
}

function askedAbout(
  kind: "report" | "delivered",
  { deliveryId, conversationId, mayBeRepeat }: DeliveryReport | DeliveredNotice,
): Asked {
  return { kind, id: deliveryId, conversationId, visitor: null, mayBeRepeat };
}
