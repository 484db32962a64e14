import type { Container } from "inversify";
import { ParleyError } from "../errors.ts";
import { PluginInstance } from "../ports/plugin-instance.ts";
import type { LoadedAdapters } from "./loaded-adapters.ts";

/** A declared instance, and the position of its adapter. */
export interface DeclaredInstance {
  readonly instance: PluginInstance;
  readonly position: number;
}

/** @throws ParleyError `instance-invalid`, `instance-name-taken` */
export function declaredInstances(
  container: Container,
  adapters: LoadedAdapters,
): readonly DeclaredInstance[] {
  const instances = container.isBound(PluginInstance) ? container.getAll(PluginInstance) : [];
  const positions = adapters.providersOf(PluginInstance);
  const declared: DeclaredInstance[] = [];
  for (const [index, instance] of instances.entries()) {
    const position = positions[index] ?? 0;
    checkName(instance, position);
    checkBackends(instance, position);
    const other = declared.find((one) => one.instance.name === instance.name);
    if (other !== undefined) throw taken(instance.name, other.position, position);
    declared.push({ instance, position });
  }
  return declared;
}

/** @throws ParleyError `instance-invalid` for an adapter that offers several backends: only a router can call them */
export function checkOneBackend(declared: readonly DeclaredInstance[]): void {
  for (const { instance, position } of declared) {
    if (instance.backends === undefined) continue;
    const names = instance.backends.join(", ");
    const message = `Adapter ${position} offers the backends ${names}: pass it to a router, such as agentRouter(…).`;
    throw new ParleyError("instance-invalid", message);
  }
}

/** Whether a name fits an instance, an agent app of a router, or one of the backends that a module offers. */
export function isName(name: unknown): name is string {
  return typeof name === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(name);
}

/** As an error tells it. */
export const nameRule = "1 to 40 lower-case letters, digits and hyphens, the first a letter";

function checkName(instance: PluginInstance, position: number): void {
  if (isName((instance as Partial<PluginInstance> | null)?.name)) return;
  const message = `Adapter ${position} binds a PluginInstance without a valid name: ${nameRule}.`;
  throw new ParleyError("instance-invalid", message);
}

function checkBackends({ backends }: PluginInstance, position: number): void {
  if (backends === undefined) return;
  const all: readonly unknown[] = Array.isArray(backends) ? backends : [];
  if (all.length > 0 && all.every(isName) && new Set(all).size === all.length) return;
  const message = `Adapter ${position} binds a PluginInstance whose backends are no names, each once: ${nameRule}.`;
  throw new ParleyError("instance-invalid", message);
}

function taken(name: string, first: number, second: number): ParleyError {
  const message =
    first === second
      ? `Adapter ${first} declares the instance "${name}" twice.`
      : `Adapters ${first} and ${second} are both called "${name}": give one of them another name.`;
  return new ParleyError("instance-name-taken", message);
}
