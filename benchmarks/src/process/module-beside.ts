import { existsSync } from "node:fs";
import { extname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The module at `path`, relative to `from` and without extension. It gets the extension of `from`, so sources start
 * sources and built code starts built code.
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(new URL(from).pathname)}`, from);
}

/** The same module in another checkout. @throws Error when it is not there. */
export function inCheckout(module: URL, checkout: string | undefined): URL {
  if (checkout === undefined) return module;
  const path = resolve(checkout, relative(root, fileURLToPath(module)));
  if (existsSync(path)) return pathToFileURL(path);
  throw new Error(`${path} is missing: build that checkout first (npm run bench -- --help does)`);
}
