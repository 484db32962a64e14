import type {
  AgentBackend,
  Availability,
  DeliveryReport,
  Receipt,
  TypingListener,
  VisitorEvent,
} from "@parley/core";
import type { BackendFate } from "./fate.ts";
import { canary, labelIn } from "./label.ts";
import type { Life } from "./life.ts";
import type { RunContext } from "./run-context.ts";

const tooLateMs = 30_000;

/** The agent app as one node sees it. */
export class SimBackend implements AgentBackend, TypingListener {
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
    const visitor = { ...event.visitor } as Readonly<Record<string, string>>;
    const label = labelIn(JSON.stringify(event.message)) ?? "unlabelled";
    return this.#ask("receive", event.id, visitor, label, signal);
  }

  report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    return this.#ask("report", report.deliveryId, null, String(report.sequence), signal);
  }

  async typing(conversationId: string): Promise<void> {
    const { end, takesMs } = this.#world.fates.backend("typing", "typing");
    this.#world.see({ kind: "typing", conversationId }, this.#life);
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(takesMs);
    if (end === "throws") throw new Error(`${canary}backend-qz`);
  }

  async #ask(
    kind: "receive" | "report",
    id: string,
    visitor: Readonly<Record<string, string>> | null,
    label: string,
    signal: AbortSignal,
  ): Promise<Receipt> {
    const fate = this.#world.fates.backend(kind, label);
    const call = this.#world.nextCall();
    this.#world.see({ kind, call, id, visitor, end: fate.end }, this.#life);
    const over = (outcome: "taken" | "rejected" | "threw" | "aborted") =>
      this.#world.see({ kind: "backend-end", call, outcome }, this.#life);
    const aborted = () => over("aborted");
    signal.addEventListener("abort", aborted, { once: true });
    const receipt = await this.#answer(fate);
    // An answer counts even when the node aborts at the same instant.
    signal.removeEventListener("abort", aborted);
    if (!signal.aborted) over(receipt === null ? "threw" : receipt.outcome);
    if (receipt === null) throw new Error(`${canary}backend-qz`);
    return receipt;
  }

  async #answer({ end, takesMs }: BackendFate): Promise<Receipt | null> {
    if (end === "hangs") return new Promise(() => {});
    await this.#passing(end === "taken-late" ? tooLateMs : takesMs);
    if (end === "taken" || end === "taken-late") return { outcome: "taken" };
    if (end === "rejected") return { outcome: "rejected", reason: `${canary}reason-qz` };
    return null;
  }

  #passing(ms: number): Promise<void> {
    return ms === 0 ? Promise.resolve() : this.#life.elapse(ms);
  }
}
