import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Type } from "typebox";
import { Bounds, defaultBounds } from "../engine/bounds.ts";
import { readOptions } from "./read-options.ts";

/** Options of the gateway itself. */
export interface GatewayOptions {
  /** How long each adapter may take to open a port before `createGateway` ends. Default 30 000. */
  readonly openWithinMs?: number;
  /** Limits of this node. Those not given keep their default. */
  readonly bounds?: Partial<Bounds>;
}

/** `GatewayOptions` with the defaults. */
export interface GatewaySettings {
  readonly openWithinMs: number;
}

export const GatewayOptionsToken = Symbol.for(
  "@parley/core/GatewayOptions",
) as ServiceIdentifier<GatewaySettings>;

export const defaultGatewaySettings: GatewaySettings = { openWithinMs: 30_000 };

const Limit = Type.Integer({ minimum: 1 });
const BoundsOptions = Type.Object(
  Object.fromEntries(Object.keys(defaultBounds).map((name) => [name, Type.Optional(Limit)])),
  { additionalProperties: false },
);
const Options = Type.Object(
  {
    openWithinMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 600_000 })),
    bounds: Type.Optional(BoundsOptions),
  },
  { additionalProperties: false },
);

/**
 * Sets options of the gateway. Pass what it returns to `createGateway`, beside the adapters.
 * @throws ParleyError `invalid-option`
 */
export function gatewayOptions(options: GatewayOptions): ContainerModule {
  const { openWithinMs = defaultGatewaySettings.openWithinMs, bounds } =
    readOptions<GatewayOptions>("gatewayOptions", Options, options);
  return new ContainerModule(({ bind }) => {
    bind(GatewayOptionsToken).toConstantValue({ openWithinMs });
    if (bounds !== undefined) bind(Bounds).toConstantValue({ ...defaultBounds, ...given(bounds) });
  });
}

/** Without those that are `undefined`, which keep their default. */
function given(bounds: Partial<Bounds>): Partial<Bounds> {
  return Object.fromEntries(Object.entries(bounds).filter(([, limit]) => limit !== undefined));
}
