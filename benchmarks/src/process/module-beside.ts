import { extname } from "node:path";

/**
 * The module at `path`, relative to `from` and without extension. It gets the extension of `from`, so sources start
 * sources and built code starts built code.
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(new URL(from).pathname)}`, from);
}
