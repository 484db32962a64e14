import type { Signals } from "../ports/stores/signals.ts";

type Callback = (key: string) => void;
type Listeners = Map<string, Set<Callback>>;

/** `Signals` between the gateways of one process. One that joined a hub alone hears nothing. */
export class SignalHub {
  readonly #members = new Set<Listeners>();

  /** A further node's end of it. */
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

  /** Later, as between processes: nobody hears of a thing in the middle of doing it. */
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
  // Each call is a listener of its own, also with a function that listens already.
  const each: Callback = (key) => callback(key);
  callbacks.add(each);
  return () => void callbacks.delete(each);
}
