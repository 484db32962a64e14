import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

type Hosts = ReadonlyMap<string, readonly string[]>;

/** How long what was read is good for. */
const freshMs = 5_000;
const systemPath =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

/**
 * A hosts file, kept in memory so that no attempt waits for it: files are read on four threads for the whole process,
 * and a few sign-ins that hash passwords keep those busy for seconds. A change is seen after 5 s, by the second question.
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

  /** Addresses of a name, in the file's order; none when there is no file. */
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

/** Addresses per name, which is in lower case: names compare without regard to it. */
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

/** Without those threads; once in a process's life. */
function readAtOnce(path: string): Hosts {
  try {
    return parseHosts(readFileSync(path, "utf8"));
  } catch {
    return new Map();
  }
}
