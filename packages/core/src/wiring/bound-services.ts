import type { Container, ServiceIdentifier } from "inversify";
import { ParleyError } from "../errors.ts";
import type { LoadedAdapters } from "./loaded-adapters.ts";
import type { DeclaredInstance } from "./plugin-instances.ts";
import { tokenName } from "./token-name.ts";

/** A service that an adapter has bound. */
export interface BoundService<Service = unknown> {
  readonly service: Service;
  /** Name of the instance under which it is bound; `null`: under none. */
  readonly instance: string | null;
  /** Position of its adapter. */
  readonly position: number;
}

/**
 * Resolves everything bound to a token, under the name of an instance or under none.
 * @throws ParleyError `port-bound-twice`, `instance-unknown`, and the error of a service that does not open
 */
export async function boundServices<Service>(
  container: Container,
  adapters: LoadedAdapters,
  token: ServiceIdentifier<Service>,
  instances: readonly DeclaredInstance[],
): Promise<readonly BoundService<Service>[]> {
  const unnamed = container.isBound(token) ? await container.getAllAsync(token) : [];
  const named: BoundService<Service>[] = [];
  for (const { instance, position } of instances) {
    const { name } = instance;
    if (!container.isBound(token, { name })) continue;
    // A service without a name answers to every name.
    const all = await container.getAllAsync(token, { name });
    const own = all.filter((service) => !unnamed.includes(service));
    if (own.length > 1) throw boundTwice(token, position);
    named.push(...own.map((service) => ({ service, instance: name, position })));
  }
  const positions = adapters.providersOf(token);
  if (positions.length > unnamed.length + named.length) throw unknownInstance(token, positions);
  const taken = new Set(named.map(({ position }) => position));
  const left = positions.filter((position) => !taken.has(position));
  const others = unnamed.map((service, index) => ({
    service,
    instance: null,
    position: left[index] ?? 0,
  }));
  return [...others, ...named];
}

function boundTwice(token: ServiceIdentifier, position: number): ParleyError {
  const message = `Adapter ${position} provides ${tokenName(token)} twice under one name: bind it once.`;
  return new ParleyError("port-bound-twice", message);
}

function unknownInstance(token: ServiceIdentifier, positions: readonly number[]): ParleyError {
  const all = [...new Set(positions)];
  const who =
    all.length === 1
      ? `Adapter ${all.join()} provides`
      : `One of the adapters ${all.join(", ")} provides`;
  const message = `${who} ${tokenName(token)} under a name that no adapter declares: bind PluginInstance with that name.`;
  return new ParleyError("instance-unknown", message);
}
