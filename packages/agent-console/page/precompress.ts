import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Smaller files fit into one packet as they are. */
const smallestBytes = 1_000;

/** Writes a brotli and a gzip copy beside each script, style and picture of the build. The gateway serves them. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    async writeBundle({ dir = "." }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(names.map((name) => writeCopies(join(dir, name))));
    },
  };
}

async function writeCopies(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallestBytes) return;
  // Brotli's default is its best quality.
  const copies = [
    [".br", promisify(brotliCompress)(content)],
    [".gz", promisify(gzip)(content, { level: 9 })],
  ] as const;
  await Promise.all(copies.map(async ([ending, copy]) => writeFile(path + ending, await copy)));
}
