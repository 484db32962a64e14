import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

type Hosts = ReadonlyMap<string, readonly string[]>;

/** How long the content is reused. */
const freshMs = 5_000;
const systemPath =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

/**
 * A hosts file in memory, so that no attempt waits for the disk. Node reads files on four threads for the whole
 * process, and password hashing can occupy them for seconds. After 5 s a look-up starts a refresh; the next one sees
 * the change.
 */
export class HostsFile {
  readonly #path: string;
  readonly #now: () => number;
  #hosts: Hosts | null = null;
  #readAtMs = 0;

  /** `now`: milliseconds of a clock that only goes forward. */
  constructor(path: string = systemPath, now: () => number = () => performance.now()) {
    this.#path = path;
    this.#now = now;
  }

  /** Addresses of a name, in the file's order. Empty when there is no file. */
  addressesOf(host: string): readonly string[] {
    if (this.#hosts === null) {
      this.#readAtMs = this.#now();
      this.#hosts = readAtOnce(this.#path);
    } else if (this.#now() - this.#readAtMs >= freshMs) {
      this.#readAtMs = Number.POSITIVE_INFINITY;
      void this.#refresh();
    }
    return this.#hosts.get(host.toLowerCase()) ?? [];
  }

  async #refresh(): Promise<void> {
    this.#hosts = parseHosts(await readFile(this.#path, "utf8").catch(() => ""));
    this.#readAtMs = this.#now();
  }
}

/** Addresses by name in lower case, because host names are case-insensitive. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    for (const name of new Set(names.map((name) => name.toLowerCase()))) {
      const addresses = hosts.get(name) ?? [];
      addresses.push(address);
      hosts.set(name, addresses);
    }
  }
  return hosts;
}

/** Reads synchronously, which needs none of those threads. Runs once per process. */
function readAtOnce(path: string): Hosts {
  try {
    return parseHosts(readFileSync(path, "utf8"));
  } catch {
    return new Map();
  }
}
