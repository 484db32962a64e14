import type { Signals } from "@parley/core";
import type { Draw } from "../../plan/draw.ts";
import type { Life } from "../life.ts";

const latestMs = 20;

interface Listener {
  readonly life: Life;
  readonly topic: string;
  readonly callback: (key: string) => void;
}

/** The signals between the nodes of one run. Some are late, and some are lost. */
export class SimSignals {
  readonly #draw: Draw;
  readonly #lost: number;
  readonly #listeners = new Set<Listener>();

  /** `lost`: share of the signals that are lost */
  constructor(draw: Draw, lost: number) {
    this.#draw = draw;
    this.#lost = lost;
  }

  join(life: Life): Signals {
    return {
      publish: (topic, key) => this.#publish(life, topic, key),
      listen: (topic, callback) => {
        const listener = { life, topic, callback };
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }

  #publish(from: Life, topic: string, key: string): void {
    for (const listener of this.#listeners) {
      if (!listener.life.alive) this.#listeners.delete(listener);
      else if (listener.life !== from && listener.topic === topic) this.#send(listener, key);
    }
  }

  #send(listener: Listener, key: string): void {
    if (this.#draw.chance(this.#lost)) return;
    listener.life.later(this.#draw.integer(0, latestMs), () => {
      if (this.#listeners.has(listener)) listener.callback(key);
    });
  }
}
