import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunOptions } from "./run-plan.ts";
import type { FreshSimulatedStores } from "./world/stores/simulated-stores.ts";

/**
 * Loads `freshStores`, and `mostNodes` if present, from a file. `null`: the reference stores.
 * @throws TypeError when the file does not export `freshStores`
 */
export async function runOptions(file: string | null): Promise<RunOptions> {
  if (file === null) return {};
  const exported = (await import(pathToFileURL(resolve(file)).href)) as {
    readonly freshStores?: FreshSimulatedStores;
    readonly mostNodes?: number;
  };
  const { freshStores: stores, mostNodes } = exported;
  if (typeof stores === "function")
    return mostNodes === undefined ? { stores } : { stores, mostNodes };
  throw new TypeError(`${file} exports no function freshStores`);
}
