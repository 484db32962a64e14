import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunOptions } from "./run-plan.ts";
import type { FreshSimulatedStores } from "./world/simulated-stores.ts";

/**
 * The stores that a file exports as `freshStores`, for at most `mostNodes` nodes when it exports that too;
 * without a file those of reference.
 * @throws TypeError when the file has no such export.
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
