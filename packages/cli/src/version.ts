import { createRequire } from "node:module";

const own = createRequire(import.meta.url)("#package.json") as {
  readonly version: string;
  readonly engines: { readonly node: string };
};

/** Version of this package. */
export const version: string = own.version;

/**
 * An error message when Node is too old for this program; otherwise `null`. @param running as in
 * `process.versions.node`
 */
export function oldNodeFault(running: string): string | null {
  const [major, minor] = partsOf(running);
  const [neededMajor, neededMinor] = partsOf(own.engines.node);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return null;
  return `parley: It needs Node ${neededMajor}.${neededMinor} or newer; this is Node ${running}.`;
}

function partsOf(text: string): readonly [major: number, minor: number] {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? [];
  return [Number(major), Number(minor)];
}
