import { typingEndsMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { TypingType } from "../../ports/typing-listener.ts";

/** Past it somebody who begins to type is not told of: what is not remembered could not be ended. */
const openLimit = 50_000;

interface OpenTyping {
  /** Its latest sign of life. */
  readonly at: number;
  /** Whether that came to another node, which then owes the end. */
  readonly isRemote: boolean;
  /** Whether a `typein` has gone out, so that a `typeout` is owed. */
  readonly isTold: boolean;
  readonly cancelTimer: () => void;
}

interface OpenTypingsPorts {
  readonly clock: Pick<Clock, "now">;
  readonly timers: Pick<Timers, "after">;
  readonly signals: Signals;
  /** One for each direction. */
  readonly topic: string;
  /** Typing that was told here was not repeated: its end is owed. */
  readonly onOver: (conversationId: string) => void;
  /** Another node has had a later sign of it: what still waits here is out of date. */
  readonly onElsewhere: (conversationId: string) => void;
}

/**
 * In which conversations somebody types. Without a repeat for 10 s the typing has ended (ruling 10). Of several nodes
 * the one with the latest sign of life owes the end: they tell each other, best effort.
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

  /** A sign of life; `false` past the limit, and once stopped. */
  begin(conversationId: string): boolean {
    const isTold = this.#open.get(conversationId)?.isTold ?? false;
    const at = this.#ports.clock.now();
    if (!this.#keep(conversationId, { at, isRemote: false, isTold })) return false;
    this.#tell(conversationId, "typein");
    return true;
  }

  told(conversationId: string): void {
    const known = this.#open.get(conversationId);
    if (known) this.#open.set(conversationId, { ...known, isTold: true });
  }

  /** Whoever typed says that it is over, perhaps of typing that began on another node. */
  end(conversationId: string): void {
    this.#forget(conversationId);
    if (!this.#isStopped) this.#tell(conversationId, "typeout");
  }

  /** A message ends typing by itself. `true` when somebody was told to be typing. */
  superseded(conversationId: string): boolean {
    const known = this.#forget(conversationId);
    if (known?.isRemote === true) this.#tell(conversationId, "typeout");
    return known?.isTold ?? false;
  }

  /** Ends all of them, and lets none begin; gives the conversations that are owed a `typeout` by this node. */
  stop(): readonly string[] {
    this.#isStopped = true;
    this.#unlisten();
    return [...this.#open.keys()].filter((conversationId) => isOwed(this.#forget(conversationId)));
  }

  #keep(conversationId: string, typing: Omit<OpenTyping, "cancelTimer">): boolean {
    const isRoom = this.#open.size < openLimit || this.#open.has(conversationId);
    if (this.#isStopped || !isRoom) return false;
    this.#forget(conversationId);
    const cancelTimer = this.#ports.timers.after(typingEndsMs, () => {
      if (isOwed(this.#forget(conversationId))) this.#ports.onOver(conversationId);
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

  /** A signal may be late: only one that is newer than what is known here counts. */
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

function isOwed(typing: OpenTyping | undefined): boolean {
  return typing !== undefined && typing.isTold && !typing.isRemote;
}
