import { readFile } from "node:fs/promises";

/** Addresses that a hosts file gives to a name, in its order; names compare without regard to case. */
export function addressesInHostsFile(text: string, host: string): readonly string[] {
  const wanted = host.toLowerCase();
  return text.split("\n").flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return address && names.some((name) => name.toLowerCase() === wanted) ? [address] : [];
  });
}

/** The machine's hosts file, read anew for each question; empty when there is none. */
export async function readHostsFile(): Promise<string> {
  const path =
    process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
  return readFile(path, "utf8").catch(() => "");
}
