import type { Signals } from "../../ports/stores/signals.ts";
import type { DueListener } from "../../ports/due-listener.ts";
import { type DuePorts, DueQueue } from "./due-queue.ts";
import type { StateChanges } from "./state-changes.ts";

const topic = "plugin-state";

interface DueCallsPorts extends DuePorts {
  readonly changes: StateChanges;
  readonly signals: Signals;
}

/** The due calls of all instances that have a listener. */
export class DueCalls {
  readonly #ports: DueCallsPorts;
  readonly #queues = new Map<string, DueQueue>();
  #stopListening: readonly (() => void)[] = [];

  constructor(ports: DueCallsPorts) {
    this.#ports = ports;
  }

  /** @param listeners by the name of their instance */
  start(listeners: ReadonlyMap<string, DueListener>): void {
    const { changes, signals } = this.#ports;
    for (const [instance, listener] of listeners)
      this.#queues.set(instance, new DueQueue(this.#ports, instance, listener));
    if (this.#queues.size === 0) return;
    this.#stopListening = [
      changes.listen((instance, change) => {
        this.#queues.get(instance)?.changed(change);
        if (change.isDue && this.#queues.has(instance)) signals.publish(topic, instance);
      }),
      signals.listen(topic, (instance) => this.#queues.get(instance)?.wake()),
    ];
    for (const queue of this.#queues.values()) queue.wake();
  }

  /** Aborts the calls that run for entries of a conversation, because its owner has changed. They come again. */
  abort(conversationId: string): void {
    for (const queue of this.#queues.values()) queue.abort(conversationId);
  }

  /** Aborts the calls that run, and waits for them. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop(timeoutMs)));
  }
}
