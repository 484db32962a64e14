import { ParleyError, readOptions, type Visit } from "@parley/core";
import { Type } from "typebox";
import type { AgentRouterOptions, Backends, RoutedBackends } from "./agent-router-options.ts";
import { unknownBackend } from "./unknown-backend.ts";

/** Options that were checked and copied. */
export interface RouterSettings extends Required<Omit<RoutedBackends, "takesDefault">> {
  readonly takesDefault: string | null;
  /** By `<channel_public_id>`; at least one each. */
  readonly candidates: ReadonlyMap<string, readonly string[]>;
  /** Of all other channels. */
  readonly otherwise: readonly string[];
  /** `null`: the first candidate gets every conversation. */
  readonly choose: ((visit: Visit) => string) | null;
}

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1 });
const Backend = Type.String({ minLength: 1, description: "a backend" });
const Names = Type.Array(Name, {
  minItems: 1,
  uniqueItems: true,
  description: "a list of at least one backend, each once",
});
const OneOrMore = Type.Union([Name, Names], {
  description: "a backend, or a list of at least one, each once",
});
const Rule = Type.Object({ to: Name, afterMs: Type.Integer({ minimum: 60_000 }) }, closed);
const Options = Type.Object(
  {
    backends: Type.Object(
      {},
      { minProperties: 1, description: "an object with at least one agent app by its name" },
    ),
    channels: Type.Optional(Type.Record(Type.String(), Backend)),
    otherwise: OneOrMore,
    choose: Type.Optional(Type.Function([], Type.Unknown())),
    candidates: Type.Optional(Type.Record(Type.String(), Names)),
    takesDefault: Type.Optional(Name),
    mayRead: Type.Optional(Type.Record(Type.String(), Names)),
    mayAssign: Type.Optional(Type.Array(Name)),
    failOver: Type.Optional(Type.Record(Type.String(), Rule)),
    reassign: Type.Optional(Type.Record(Type.String(), Name)),
  },
  closed,
);

/** @throws ParleyError `invalid-option` */
export function routerSettings(options: AgentRouterOptions): RouterSettings {
  const checked = readOptions<AgentRouterOptions>("agentRouter", Options, options);
  const fault = unfitRoutes(checked) ?? unknownBackend(checked);
  if (fault !== null) throw new ParleyError("invalid-option", `agentRouter: ${fault}.`);
  const { backends, takesDefault = null, mayRead, mayAssign = [], failOver, reassign } = checked;
  const { channels, candidates, choose = null, otherwise } = checked;
  const lists = Object.entries(candidates ?? channels ?? {});
  return {
    backends: { ...backends },
    candidates: new Map(lists.map(([channel, list]) => [channel, listOf(list)])),
    otherwise: listOf(otherwise),
    choose,
    takesDefault,
    mayRead: copied(mayRead),
    mayAssign: [...mayAssign],
    failOver: copied(failOver),
    reassign: copied(reassign),
  };
}

/** A map and a function answer the same question. */
function unfitRoutes({
  choose,
  channels,
  candidates,
  otherwise,
}: AgentRouterOptions): string | null {
  if (choose !== undefined && channels !== undefined)
    return "channels cannot stand beside choose: say in candidates which backends it may choose";
  if (choose === undefined && candidates !== undefined)
    return "candidates are for choose: without it, say in channels who gets what";
  if (choose === undefined && typeof otherwise !== "string")
    return "otherwise is a list for choose: without it, name one backend";
  return null;
}

function listOf(backends: Backends): readonly string[] {
  return typeof backends === "string" ? [backends] : [...backends];
}

/** A copy without a prototype: names such as `constructor` are names. */
function copied<Value>(record: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, record);
}
