import { forbiddenHosts, publicHosts } from "./forbidden-hosts.ts";
import { disguisedUrls, forbiddenUrls, forbiddenUrlsTo } from "./forbidden-urls.ts";
import { localNames, loopbackHosts } from "./loopback-hosts.ts";
import { forbiddenNames } from "./names.ts";

/** A URL that must lead nowhere, and what the name servers say of its host; by default `127.0.0.1`. */
export interface CorpusTarget {
  readonly url: string;
  readonly answers?: readonly string[];
}

const httpsTo = (hosts: readonly string[]) => hosts.map((host) => ({ url: `https://${host}/` }));

/** The corpus by what is wrong with a target. */
export const corpusParts = {
  thisMachine: httpsTo([...loopbackHosts, ...localNames]),
  hosts: httpsTo(forbiddenHosts),
  urls: [...forbiddenUrls(443), ...disguisedUrls(443), ...publicHosts.flatMap(forbiddenUrlsTo)].map(
    (url) => ({ url }),
  ),
  names: forbiddenNames.map(({ host, answers }) => ({ url: `https://${host}/`, answers })),
} satisfies Readonly<Record<string, readonly CorpusTarget[]>>;

/** Every target that a client without options must not connect to. */
export const corpus: readonly CorpusTarget[] = Object.values(corpusParts).flat();
