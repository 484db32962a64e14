import type { AgentTyping } from "./agent-event.ts";

/** Maximum number of recipients; past it, the oldest typing ends at once. */
const recipientLimit = 10_000;

/** Calls `callback` once, after `delayMs`. The returned function cancels it. */
export type StartTimer = (delayMs: number, callback: () => void) => () => void;

/** Real time. Its timers do not keep a process alive. */
export const startRealTimer: StartTimer = (delayMs, callback) => {
  const timer: unknown = setTimeout(callback, delayMs);
  (timer as { readonly unref?: () => void }).unref?.();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
};

interface Begun {
  readonly event: AgentTyping;
  readonly cancel: () => void;
}

/** Ends an agent's typing when no further notice comes, because after a crash no `typeout` is sent. */
export class TypingEnds {
  readonly #afterMs: number | null;
  readonly #after: StartTimer;
  readonly #end: (event: AgentTyping) => void;
  readonly #begun = new Map<string, Begun>();

  /** `afterMs`: time after the last `typein`; `null`: never. */
  constructor(afterMs: number | null, after: StartTimer, end: (event: AgentTyping) => void) {
    this.#afterMs = afterMs;
    this.#after = after;
    this.#end = end;
  }

  /** Records every typing notice. */
  record(event: AgentTyping): void {
    this.cancel(event);
    if (event.type === "typeout" || this.#afterMs === null) return;
    const key = keyOf(event);
    const cancel = this.#after(this.#afterMs, () => this.#endOf(key));
    this.#begun.set(key, { event, cancel });
    const [oldest] = this.#begun.keys();
    if (this.#begun.size > recipientLimit && oldest !== undefined) this.#endOf(oldest);
  }

  /** A message or a `typeout` of the agent came, so no typing is left to end. */
  cancel(event: Pick<AgentTyping, "channelId" | "recipient">): void {
    const key = keyOf(event);
    this.#begun.get(key)?.cancel();
    this.#begun.delete(key);
  }

  #endOf(key: string): void {
    const begun = this.#begun.get(key);
    if (begun === undefined) return;
    this.cancel(begun.event);
    this.#end({ ...begun.event, type: "typeout" });
  }
}

function keyOf({ channelId, recipient }: Pick<AgentTyping, "channelId" | "recipient">): string {
  return `${channelId} ${recipient.id}`;
}
