import type { ServiceIdentifier } from "inversify";

/**
 * An adapter that may take longer than others to open binds its own limit, in milliseconds; `null`: it may take as long
 * as it needs, for example to build an index of a large database. Without it, `openWithinMs` of `gatewayOptions` holds.
 */
export const OpenTimeLimit = Symbol.for("@parley/core/OpenTimeLimit") as ServiceIdentifier<
  number | null
>;
