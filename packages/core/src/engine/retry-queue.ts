import type { Clock } from "../ports/clock.ts";
import type { Settlement } from "../ports/message-store.ts";
import type { Timers } from "../ports/timers.ts";
import type { Waiting } from "./commit-answers.ts";

/** As far as claims are apart: see `ClaimPace`. */
const gatheringMs = 10;

/** Verdicts that nobody waits for, since their lanes are not due for a while: gathered until the line of claims takes them. */
export class RetryQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #onWaited: () => void;
  #waiting: Waiting<Settlement, "settled" | "stale">[] = [];
  #cancel: (() => void) | null = null;

  /** @param onWaited called when nobody has taken the first one for a while */
  constructor(ports: { readonly clock: Clock; readonly timers: Timers }, onWaited: () => void) {
    this.#clock = ports.clock;
    this.#timers = ports.timers;
    this.#onWaited = onWaited;
  }

  add(item: Settlement): Promise<"settled" | "stale"> {
    this.#cancel ??= this.#timers.after(gatheringMs, this.#onWaited);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, since: this.#clock.now(), resolve, reject });
    });
  }

  /** Takes all of them out, oldest first. */
  take(): readonly Waiting<Settlement, "settled" | "stale">[] {
    this.#cancel?.();
    this.#cancel = null;
    return this.#waiting.splice(0);
  }
}
