import { ParleyError } from "../errors.ts";
import { Clock } from "../ports/platform/clock.ts";
import type { LoadedAdapters } from "./loaded-adapters.ts";
import { type PortRow, ports } from "./port-table.ts";

/** A store that takes its time from the database binds its own clock. */
const clockHint = ", and platformNode({ clock: false }) beside a store with its own clock";

/**
 * Checks that each port is bound as often as it may be.
 * @throws ParleyError `port-missing`, `port-bound-twice`
 */
export function checkPorts(adapters: LoadedAdapters): void {
  for (const port of ports) checkPort(port, adapters.providersOf(port.token));
}

function checkPort({ token, name, count, provider }: PortRow, positions: readonly number[]): void {
  if (positions.length === 0 && count === "one") {
    const message = `No adapter provides the port ${name}: pass ${provider} to createGateway.`;
    throw new ParleyError("port-missing", message);
  }
  if (positions.length < 2 || count === "any") return;
  const all = [...new Set(positions)];
  const message =
    all.length === 1
      ? `Adapter ${all.join()} provides ${name} twice: bind it once.`
      : `Adapters ${listed(all)} provide ${name}: pass only one of them to createGateway${token === Clock ? clockHint : ""}.`;
  throw new ParleyError("port-bound-twice", message);
}

function listed(positions: readonly number[]): string {
  return `${positions.slice(0, -1).join(", ")} and ${positions.at(-1)}`;
}
