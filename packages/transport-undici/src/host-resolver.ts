import { Resolver } from "node:dns/promises";
import { HostsFile } from "./hosts-file.ts";

/** Finds all addresses of a name, IPv4 and IPv6. Empty, or rejects, when it has none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/**
 * Asks the hosts file, then the name servers. It does not use `dns.lookup`, which shares four threads with the whole
 * process: one silent name server would delay every channel.
 */
export function lookupIn(hostsFile: HostsFile): Lookup {
  return async (host) => {
    if (host === "localhost" || host.endsWith(".localhost")) {
      return ["127.0.0.1", "::1"];
    }
    const local = hostsFile.addressesOf(host);
    return local.length > 0 ? local : askNameServers(host);
  };
}

/** The lookup with this machine's hosts file and name servers. */
export const systemLookup: Lookup = lookupIn(new HostsFile());

/** A new resolver reads the machine's current settings. Its timeouts end within an attempt's three seconds. */
async function askNameServers(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 700, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** The same lookup; concurrent callers for one host share the answer. */
export function sharedLookup(lookup: Lookup): Lookup {
  const questions = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const open = questions.get(host);
    if (open) {
      return open;
    }
    const question = lookup(host).finally(() => questions.delete(host));
    questions.set(host, question);
    return question;
  };
}
