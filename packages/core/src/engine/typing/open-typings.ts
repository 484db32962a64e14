import { typingEndsMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { TypingType } from "../../ports/typing-listener.ts";

/** Past this limit a new `typein` is dropped, because its end could not be remembered. */
const openLimit = 50_000;

interface OpenTyping {
  /** The instant of its latest typing event. */
  readonly at: number;
  /** Whether that event came to another node, which must then send the `typeout`. */
  readonly isRemote: boolean;
  /** Whether a `typein` was sent, so that a `typeout` must follow. */
  readonly isTold: boolean;
  readonly cancelTimer: () => void;
}

interface OpenTypingsPorts {
  readonly clock: Pick<Clock, "now">;
  readonly timers: Pick<Timers, "after">;
  readonly signals: Signals;
  /** Signal topic; one for each direction. */
  readonly topic: string;
  /** Called when typing that this node has sent was not repeated in time, so that a `typeout` must be sent. */
  readonly onOver: (conversationId: string) => void;
  /** Called when another node has a later typing event, so that notices waiting here are outdated. */
  readonly onElsewhere: (conversationId: string) => void;
}

/**
 * The conversations in which typing is in progress. Without a repeat for 10 s it has ended (ruling 10).
 * Of several nodes, the one with the latest typing event must send the `typeout`. Nodes tell each other by signals,
 * best effort.
 */
export class OpenTypings {
  readonly #ports: OpenTypingsPorts;
  readonly #open = new Map<string, OpenTyping>();
  readonly #unlisten: () => void;
  #isStopped = false;

  constructor(ports: OpenTypingsPorts) {
    this.#ports = ports;
    this.#unlisten = ports.signals.listen(ports.topic, (key) => this.#hear(key));
  }

  /** Records a typing event; `false` past the limit and once stopped. */
  begin(conversationId: string): boolean {
    const isTold = this.#open.get(conversationId)?.isTold ?? false;
    const at = this.#ports.clock.now();
    if (!this.#keep(conversationId, { at, isRemote: false, isTold })) return false;
    this.#tell(conversationId, "typein");
    return true;
  }

  has(conversationId: string): boolean {
    return this.#open.has(conversationId);
  }

  told(conversationId: string): void {
    const known = this.#open.get(conversationId);
    if (known) this.#open.set(conversationId, { ...known, isTold: true });
  }

  /** The typing person has stopped, perhaps after typing that began on another node. */
  end(conversationId: string): void {
    this.#forget(conversationId);
    if (!this.#isStopped) this.#tell(conversationId, "typeout");
  }

  /** A message ends typing by itself. `true` when a `typein` was sent. */
  superseded(conversationId: string): boolean {
    const known = this.#forget(conversationId);
    if (known?.isRemote === true) this.#tell(conversationId, "typeout");
    return known?.isTold ?? false;
  }

  /** Ends all typing and accepts no more. Returns the conversations for which this node must send a `typeout`. */
  stop(): readonly string[] {
    this.#isStopped = true;
    this.#unlisten();
    return [...this.#open.keys()].filter((conversationId) =>
      isEndDue(this.#forget(conversationId)),
    );
  }

  #keep(conversationId: string, typing: Omit<OpenTyping, "cancelTimer">): boolean {
    const isRoom = this.#open.size < openLimit || this.#open.has(conversationId);
    if (this.#isStopped || !isRoom) return false;
    this.#forget(conversationId);
    const cancelTimer = this.#ports.timers.after(typingEndsMs, () => {
      if (isEndDue(this.#forget(conversationId))) this.#ports.onOver(conversationId);
    });
    this.#open.set(conversationId, { ...typing, cancelTimer });
    return true;
  }

  #forget(conversationId: string): OpenTyping | undefined {
    const known = this.#open.get(conversationId);
    known?.cancelTimer();
    this.#open.delete(conversationId);
    return known;
  }

  #tell(conversationId: string, type: TypingType): void {
    const { clock, signals, topic } = this.#ports;
    signals.publish(topic, `${conversationId} ${type} ${clock.now()}`);
  }

  /** A signal may be late, so only one newer than the known event counts. */
  #hear(key: string): void {
    const [conversationId = "", type, instant] = key.split(" ");
    const at = Number(instant);
    const known = this.#open.get(conversationId);
    if (!Number.isFinite(at) || (known !== undefined && at <= known.at)) return;
    this.#forget(conversationId);
    if (known?.isRemote === false) this.#ports.onElsewhere(conversationId);
    if (type === "typein") this.#keep(conversationId, { at, isRemote: true, isTold: true });
  }
}

function isEndDue(typing: OpenTyping | undefined): boolean {
  return typing !== undefined && typing.isTold && !typing.isRemote;
}
