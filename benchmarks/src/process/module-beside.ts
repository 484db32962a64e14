import { extname } from "node:path";

/**
 * The module at `path`, which is relative to `from` and has no extension: it gets that of `from`, so that a child starts
 * from source beside sources and from what was built beside what was built.
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(new URL(from).pathname)}`, from);
}
