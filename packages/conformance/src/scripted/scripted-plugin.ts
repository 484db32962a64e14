import {
  type DueAnswer,
  type DueEntry,
  DueListener,
  type ErasedConversation,
  ErasureListener,
  Outbox,
  PluginInstance,
  PluginState,
  type StandingEntry,
} from "@parley/core";
import { ContainerModule } from "inversify";

/** A call of `due` that the test ends. */
export interface DueCallSeen {
  readonly entry: DueEntry;
  readonly signal: AbortSignal;
  answer(answer: DueAnswer): void;
  fail(): void;
}

/** A plugin with state: an adapter of a gateway. It keeps every call, and answers as the test decides. */
export class ScriptedPlugin {
  readonly name: string;
  readonly standing: readonly StandingEntry[];
  readonly calls: DueCallSeen[] = [];
  readonly erased: ErasedConversation[] = [];
  /** Answers at once; `null`: the test answers. */
  answer: ((entry: DueEntry) => DueAnswer) | null = () => ({ dueAt: null });
  /** How it takes a notice of an erased conversation. */
  erasure: () => Promise<void> = () => Promise.resolve();
  #state: PluginState | null = null;
  #outbox: Outbox | null = null;

  constructor(name = "app", standing: readonly StandingEntry[] = []) {
    this.name = name;
    this.standing = standing;
  }

  /** Of the gateway that was started last. */
  get state(): PluginState {
    if (this.#state === null) throw new Error("the gateway has not opened the plugin");
    return this.#state;
  }

  /** Its own, of the gateway that was started last. */
  get outbox(): Outbox {
    if (this.#outbox === null) throw new Error("the gateway has not opened the plugin");
    return this.#outbox;
  }

  /** Keys of the calls so far. */
  get called(): readonly string[] {
    return this.calls.map(({ entry }) => entry.key);
  }

  get lastCall(): DueCallSeen {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error("the plugin was not called");
    return call;
  }

  adapter(): ContainerModule {
    const { name, standing } = this;
    return new ContainerModule(({ bind }) => {
      bind(PluginInstance).toConstantValue({ name, standing });
      bind(DueListener)
        .toResolvedValue(
          (state: PluginState, outbox: Outbox): DueListener => {
            this.#state = state;
            this.#outbox = outbox;
            return { due: (entry, signal) => this.#due(entry, signal) };
          },
          [
            { serviceIdentifier: PluginState, name },
            { serviceIdentifier: Outbox, name },
          ],
        )
        .inSingletonScope()
        .whenNamed(name);
      bind(ErasureListener)
        .toConstantValue({
          erased: async (notice) => {
            this.erased.push(notice);
            await this.erasure();
            return { outcome: "taken" };
          },
        })
        .whenNamed(name);
    });
  }

  #due(entry: DueEntry, signal: AbortSignal): Promise<DueAnswer> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(Object.assign(new Error("a visitor's text"), { code: "APP_401" }));
      this.calls.push({ entry, signal, answer: resolve, fail });
      if (this.answer !== null) resolve(this.answer(entry));
    });
  }
}
