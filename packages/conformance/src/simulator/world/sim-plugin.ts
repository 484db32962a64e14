import type { DueAnswer, DueEntry, DueListener, PluginState, PluginWrite } from "@parley/core";
import { canary } from "./label.ts";
import type { Life } from "./life.ts";
import type { RunContext } from "./run-context.ts";

/** Name of the instance. */
export const simInstance = "sim";

/** Names an entry among those of all instances. */
export function entryName(instance: string, key: string): string {
  return instance === simInstance ? key : `${instance}/${key}`;
}

/** Key of the entry that stands and is polled for. */
export const pollKey = "poll";
const pollMs = 20_000;
const tooLateMs = 30_000;

/**
 * A plugin with state, as one node sees it: a poller that keeps what it has seen, and that webhooks wake. It may hang
 * until it is aborted, fail, or go on after its signal has aborted.
 */
export class SimPlugin implements DueListener {
  readonly #world: RunContext;
  readonly #life: Life;
  readonly #state: PluginState;
  readonly #instance: string;

  constructor(world: RunContext, life: Life, state: PluginState, instance = simInstance) {
    this.#instance = instance;
    this.#world = world;
    this.#life = life;
    this.#state = state;
  }

  /** A webhook has come. It may be lost with its node, or with the store. */
  wake(): void {
    this.#state.wake(pollKey).catch(() => {});
  }

  async due({ key, claim }: DueEntry, signal: AbortSignal): Promise<DueAnswer> {
    const call = this.#world.nextCall();
    const name = entryName(this.#instance, key);
    const { end, takesMs } = this.#world.fates.backend("due", name);
    this.#world.see({ kind: "due", call, key: name, token: claim.token }, this.#life);
    const over = () => this.#world.see({ kind: "due-end", call }, this.#life);
    signal.addEventListener("abort", over, { once: true });
    if (end === "hangs") await abortOf(signal);
    else if (takesMs > 0) await this.#life.elapse(end === "taken-late" ? tooLateMs : takesMs);
    await this.#keep({ put: `seen:${call % 5}`, value: call, when: { claim } });
    signal.removeEventListener("abort", over);
    if (!signal.aborted) over();
    if (end === "throws" || end === "rejected") throw new Error(`${canary}plugin-qz`);
    return { dueAt: this.#life.now() + pollMs, value: call };
  }

  async #keep(write: PluginWrite): Promise<void> {
    await this.#state.write([write]).catch(() => {});
  }
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
