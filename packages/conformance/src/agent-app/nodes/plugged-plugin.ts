import assert from "node:assert/strict";
import type { ContainerModule, ServiceIdentifier } from "inversify";
import { wantSome } from "../../want.ts";
import { type NodeParts, PluginNode } from "./plugin-node.ts";

/** A plugin in a gateway of the bench. After a crash it is the plugin in the gateway that was started then. */
export interface PluggedIn {
  /** A service that the plugin binds, or one of an instance that it declares. */
  get<Service>(token: ServiceIdentifier<Service>, instance?: string): Promise<Service>;
  /** Closes its gateway, which unloads it. */
  unplug(): Promise<void>;
}

/** Makes the plugin anew, as when its gateway starts again. */
export type MakePlugin = () => ContainerModule;

/** The gateways of one plugin, one after the other or side by side. */
export class PluggedPlugin implements PluggedIn {
  readonly #parts: NodeParts;
  readonly #make: MakePlugin;
  readonly #nodes: PluginNode[] = [];

  private constructor(parts: NodeParts, make: MakePlugin) {
    this.#parts = parts;
    this.#make = make;
  }

  static async start(parts: NodeParts, make: MakePlugin): Promise<PluggedPlugin> {
    const plugin = new PluggedPlugin(parts, make);
    await plugin.startNode();
    return plugin;
  }

  /** The gateway that was started last. */
  get node(): PluginNode {
    return wantSome("a gateway has started", this.#nodes.at(-1));
  }

  get nodes(): readonly PluginNode[] {
    return this.#nodes;
  }

  async startNode(): Promise<void> {
    this.#nodes.push(await PluginNode.start(this.#parts, this.#make()));
    await this.#parts.rig.time.settle();
  }

  async get<Service>(token: ServiceIdentifier<Service>, instance?: string): Promise<Service> {
    const service = await this.node.get(token, instance ?? null);
    assert.ok(service !== null, `the plugin binds ${String(token)} in its module`);
    return service;
  }

  async unplug(): Promise<void> {
    const { rig } = this.#parts;
    const running = this.#nodes.filter(({ life }) => life.isRunning);
    await this.#close(running);
    const isUnclean = rig.log.some(({ event }) =>
      event.startsWith("an adapter could not be closed"),
    );
    await this.#close(this.#nodes.filter((node) => !running.includes(node)));
    assert.ok(!isUnclean, "the plugin closes what it opened without an error");
  }

  /** Time advances while attempts in flight settle. */
  async #close(nodes: readonly PluginNode[]): Promise<void> {
    const { time } = this.#parts.rig;
    const closing = Promise.all(nodes.map((node) => node.close())).then(() => true);
    for (let ms = 0; ms < 10_000; ms += 100) {
      await time.settle();
      if (await Promise.race([closing, Promise.resolve(false)])) break;
      await time.advance(100);
    }
    await closing;
  }
}
