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
    const other = declared.find((one) => one.instance.name === instance.name);
    if (other !== undefined) throw taken(instance.name, other.position, position);
    declared.push({ instance, position });
  }
  return declared;
}

function checkName(instance: PluginInstance, position: number): void {
  const name: unknown = (instance as Partial<PluginInstance> | null)?.name;
  if (typeof name === "string" && /^[a-z][a-z0-9-]{0,39}$/.test(name)) return;
  const message = `Adapter ${position} binds a PluginInstance without a valid name: 1 to 40 lower-case letters, digits and hyphens, the first a letter.`;
  throw new ParleyError("instance-invalid", message);
}

function taken(name: string, first: number, second: number): ParleyError {
  const message =
    first === second
      ? `Adapter ${first} declares the instance "${name}" twice.`
      : `Adapters ${first} and ${second} are both called "${name}": give one of them another name.`;
  return new ParleyError("instance-name-taken", message);
}
