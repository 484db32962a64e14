import type { Signals } from "../ports/stores/signals.ts";

type Callback = (key: string) => void;
type Listeners = Map<string, Set<Callback>>;

/** `Signals` between the gateways of one process. With a single member no signal is ever delivered. */
export class SignalHub {
  readonly #members = new Set<Listeners>();

  /** Adds a node and returns its `Signals`. */
  join(): Signals {
    const own: Listeners = new Map();
    this.#members.add(own);
    return {
      publish: (topic, key) => {
        if (this.#members.size > 1) void this.#tell(own, topic, key);
      },
      listen: (topic, callback) => listenIn(own, topic, callback),
    };
  }

  /** Delivers later, as between processes: a listener never runs in the middle of the publisher's code. */
  async #tell(own: Listeners, topic: string, key: string): Promise<void> {
    await Promise.resolve();
    for (const member of this.#members) {
      if (member === own) continue;
      for (const callback of member.get(topic) ?? []) callback(key);
    }
  }
}

function listenIn(own: Listeners, topic: string, callback: Callback): () => void {
  const callbacks = own.get(topic) ?? new Set();
  own.set(topic, callbacks);
  // Each call is a separate listener, even when it passes a function that listens already.
  const each: Callback = (key) => callback(key);
  callbacks.add(each);
  return () => void callbacks.delete(each);
}
