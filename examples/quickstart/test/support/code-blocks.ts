import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/** A document's code blocks by name, `<!-- example: name.py -->`. A block without a name is an error. */
export function codeBlocks(path: string, language: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, path), "utf8");
  const pattern = new RegExp(
    `(?:<!-- example: (\\S+) -->\n)?\`\`\`${language}\n([^]*?)\`\`\``,
    "g",
  );
  const blocks = [...text.matchAll(pattern)].map(([, name, code = ""]) => {
    if (name === undefined) throw new Error(`${path} has a block without a name: ${code}`);
    return [name, code] as const;
  });
  if (blocks.length === 0) throw new Error(`${path} has no block in ${language}`);
  return new Map(blocks);
}
