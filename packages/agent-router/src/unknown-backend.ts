import { isChannelId } from "@parley/core";
import type { AgentRouterOptions } from "./agent-router-options.ts";

/** What is wrong with the names in options of the right shape, as the end of a sentence; `null`: nothing. */
export function unknownBackend(options: AgentRouterOptions): string | null {
  const { backends, channels = {}, candidates = {}, otherwise, takesDefault } = options;
  const { mayRead = {}, mayAssign = [], failOver = {}, reassign = {} } = options;
  const modules = Object.keys(backends);
  const badChannel = [...paths("channels", channels), ...paths("candidates", candidates)].find(
    ([, id]) => !isChannelId(id),
  );
  if (badChannel !== undefined) return `${badChannel[0]} is not the id of a channel`;
  const named = [
    ...Object.entries(channels).flatMap(([id, names]) => listed(`channels.${id}`, names)),
    ...Object.entries(candidates).flatMap(([id, names]) => listed(`candidates.${id}`, names)),
    ...listed("otherwise", otherwise),
    ...(takesDefault === undefined ? [] : listed("takesDefault", takesDefault)),
    ...paths("mayRead", mayRead),
    ...Object.entries(mayRead).flatMap(([reader, names]) => listed(`mayRead.${reader}`, names)),
    ...listed("mayAssign", mayAssign),
    ...paths("failOver", failOver),
    ...Object.entries(failOver).flatMap(([down, { to }]) => listed(`failOver.${down}.to`, to)),
    ...Object.entries(reassign).flatMap(([from, to]) => listed(`reassign.${from}`, to)),
  ];
  // Which backends a module offers is known at the start, when core checks the rest of the name.
  const stranger = named.find(([, name]) => !modules.includes(moduleOf(name)));
  if (stranger !== undefined)
    return `${stranger[0]} must name one of the backends: ${modules.join(", ")}`;
  const here = Object.keys(reassign).find((from) => modules.includes(from));
  if (here !== undefined)
    return `reassign.${here} is one of the backends: take it out of one of the two`;
  const itself = Object.entries(failOver).find(([down, { to }]) => down === to);
  return itself === undefined ? null : `failOver.${itself[0]}.to must be another backend`;
}

type Named = readonly [path: string, name: string];

/** Each name with its path. */
function listed(path: string, names: string | readonly string[]): readonly Named[] {
  if (typeof names === "string") return [[path, names]];
  return names.map((name, index) => [`${path}.${index}`, name]);
}

/** Each key with its path. */
function paths(path: string, record: Readonly<Record<string, unknown>>): readonly Named[] {
  return Object.keys(record).map((key) => [`${path}.${key}`, key]);
}

/** `slack` for `slack/sales`. */
function moduleOf(backend: string): string {
  return backend.split("/", 1)[0] ?? backend;
}
