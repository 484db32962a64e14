import type {
  AgentBackend,
  Availability,
  DeliveredListener,
  DeliveredNotice,
  DeliveryReport,
  ErasedConversation,
  ErasureListener,
  OwnerListener,
  OwnerNotice,
  Receipt,
  TypingListener,
  VisitorEvent,
} from "@parley/core";
import type { BackendFate } from "./fate.ts";
import { canary, labelIn } from "./label.ts";
import type { Life } from "./life.ts";
import { type CallKind, changeId, type Fact, type ToldChange } from "../judge/trace-entry.ts";
import type { RunContext } from "./run-context.ts";

const tooLateMs = 30_000;

/** What the agent app is called with. */
interface Asked {
  readonly kind: CallKind;
  readonly id: string;
  readonly conversationId: string;
  readonly visitor: Readonly<Record<string, string>> | null;
  readonly mayBeRepeat: boolean;
  /** Of an event, in a run with a router. */
  readonly fence?: number;
  readonly change?: ToldChange;
}

/** The agent app as one node sees it. */
export class SimBackend
  implements AgentBackend, TypingListener, DeliveredListener, OwnerListener, ErasureListener
{
  readonly #world: RunContext;
  readonly #life: Life;
  readonly #name: string | null;
  readonly #whose: { readonly backend?: string };
  /** The app posts a webhook for each message. */
  onReceived: () => void = () => {};

  /** `name`: in the router; `null`: there is none */
  constructor(world: RunContext, life: Life, name: string | null = null) {
    this.#world = world;
    this.#life = life;
    this.#name = name;
    this.#whose = name === null ? {} : { backend: name };
  }

  async availability(channelId: string): Promise<Availability> {
    const { end, takesMs } = this.#fate("availability", channelId);
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
    const fence = this.#name === null ? {} : { fence: event.fence };
    const asked = { kind: "receive", id, conversationId, visitor, mayBeRepeat, ...fence } as const;
    return this.#ask(asked, label, signal);
  }

  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    return this.#ask(askedAbout("report", report), String(report.sequence), signal);
  }

  delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt> {
    return this.#ask(askedAbout("delivered", notice), String(notice.sequence), signal);
  }

  owner(notice: OwnerNotice, signal: AbortSignal): Promise<Receipt> {
    const { conversationId, mayBeRepeat, fence, isNewOwner } = notice;
    const { turn: _turn, mayBeRepeat: _mayBeRepeat, ...change } = notice;
    const id = changeId(conversationId, fence, isNewOwner);
    const asked = {
      kind: "owner",
      id,
      conversationId,
      visitor: null,
      mayBeRepeat,
      change,
    } as const;
    return this.#ask(asked, `${fence}${isNewOwner ? "new" : "old"}`, signal);
  }

  async erased({ conversationId }: ErasedConversation, signal: AbortSignal): Promise<Receipt> {
    const fate = this.#fate("erased", "erased");
    const receipt = await this.#answer(fate);
    const isTaken = receipt?.outcome === "taken";
    if (isTaken && !signal.aborted)
      this.#world.see({ kind: "erasure-taken", conversationId, ...this.#whose }, this.#life);
    if (receipt === null) throw new Error(`${canary}backend-qz`);
    return receipt;
  }

  async typing(conversationId: string): Promise<void> {
    const { end, takesMs } = this.#fate("typing", "typing");
    this.#world.see({ kind: "typing", conversationId, ...this.#whose }, this.#life);
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(takesMs);
    if (end === "throws") throw new Error(`${canary}backend-qz`);
  }

  async #ask(asked: Asked, label: string, signal: AbortSignal): Promise<Receipt> {
    const fate = this.#fate(asked.kind, label);
    const call = this.#world.nextCall();
    this.#world.see({ ...asked, call, end: fate.end, ...this.#whose }, this.#life);
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

  #fate(method: string, label: string): BackendFate {
    const { fates, now } = this.#world;
    const app = this.#name === null ? null : { name: this.#name, node: this.#life.node, now };
    return fates.backend(method, label, app);
  }

  #readyLater({ ready }: BackendFate, conversationId: string): void {
    if (ready === undefined) return;
    const { afterMs, isForOne, nodesOn } = ready;
    const which = isForOne ? conversationId : null;
    this.#world.later(afterMs, () => this.#world.ready(this.#life, nodesOn, which, this.#name));
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
