import type { ServiceIdentifier } from "inversify";

/** A token as an error names it: `Outbox` for the symbol `@parley/core/Outbox`. */
export function tokenName(token: ServiceIdentifier | string): string {
  const name = typeof token === "function" ? token.name : String(token);
  return name.replace(/^Symbol\((?:@parley\/core\/)?(.*)\)$/, "$1");
}
