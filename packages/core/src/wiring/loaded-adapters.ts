import {
  type Container,
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ServiceIdentifier,
} from "inversify";
import { ParleyError } from "../errors.ts";
import { checkAdapter, checkDifferent } from "./check-adapter.ts";

/** The adapters of a gateway, each loaded once into its container, and which of them binds what. */
export class LoadedAdapters {
  readonly #container: Container;
  /** In the order of the adapters. Core's own follow. */
  readonly #modules: ContainerModule[] = [];
  /** Positions of the adapters that bind a token, one for each binding. Positions count from 1. */
  readonly #providers = new Map<unknown, number[]>();

  constructor(container: Container) {
    this.#container = container;
  }

  /**
   * Runs each adapter's module once. This opens nothing.
   * @throws ParleyError `not-an-adapter`, `adapter-passed-twice`, `adapter-failed`, and any `ParleyError` of a module
   */
  async load(adapters: readonly unknown[]): Promise<void> {
    for (const [index, adapter] of adapters.entries()) checkAdapter(adapter, index + 1);
    checkDifferent(adapters);
    for (const [index, adapter] of (adapters as readonly ContainerModule[]).entries())
      await this.#load(adapter, index + 1);
  }

  /** Positions of the adapters that bind this token, one for each binding. */
  providersOf(token: ServiceIdentifier): readonly number[] {
    return this.#providers.get(token) ?? [];
  }

  /** Loads a module of core, which is unloaded with the adapters. */
  add(module: ContainerModule): void {
    this.#container.load(module);
    this.#modules.push(module);
  }

  /**
   * Closes what the adapters opened, the last adapter first. Never throws.
   * @param wait waits until an adapter has closed. It may end earlier; the adapter then closes meanwhile
   */
  async unload(
    onError: (error: unknown) => void,
    wait: (closing: Promise<void>) => Promise<void> = (closing) => closing,
  ): Promise<void> {
    for (const module of this.#modules.toReversed())
      await wait(this.#container.unloadAsync(module).catch(onError));
  }

  async #load(adapter: ContainerModule, position: number): Promise<void> {
    const module = new ContainerModule((options) =>
      adapter.load(this.#recording(options, position)),
    );
    this.#modules.push(module);
    try {
      await this.#container.loadAsync(module);
    } catch (error) {
      if (ParleyError.is(error)) throw error;
      const message = `createGateway: the module of adapter ${position} failed: ${messageOf(error)}`;
      throw new ParleyError("adapter-failed", message, { cause: error });
    }
  }

  #recording(options: ContainerModuleLoadOptions, position: number): ContainerModuleLoadOptions {
    const providers = this.#providers;
    return {
      ...options,
      bind: (token) => {
        providers.set(token, [...(providers.get(token) ?? []), position]);
        return options.bind(token);
      },
      rebind: (token) => {
        providers.set(token, [position]);
        return options.rebind(token);
      },
      rebindAsync: (token) => {
        providers.set(token, [position]);
        return options.rebindAsync(token);
      },
      unbind: (token) => {
        providers.delete(token);
        options.unbind(token);
      },
      unbindAsync: (token) => {
        providers.delete(token);
        return options.unbindAsync(token);
      },
    };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
