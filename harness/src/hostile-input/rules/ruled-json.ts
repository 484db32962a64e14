/** A number as it was written, and what it is worth. */
export class WrittenNumber {
  readonly source: string;
  readonly value: number;

  constructor(source: string, value: number) {
    this.source = source;
    this.value = value;
  }
}

/** What ruling 5 makes of a body: the value, its numbers as written; or the code of the refusal. */
export type RuledJson =
  | { readonly value: unknown; readonly code: null }
  | { readonly code: 40001 | 40002 | 40003 };

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** A second reading of bodies, written from the rulings, that shares nothing with the gateway's. */
export function ruleJson(bytes: Uint8Array): RuledJson {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { code: 40002 };
  }
  if (depthOf(text) > 32) return { code: 40003 };
  try {
    return { value: JSON.parse(text, keepNumbers as Parameters<typeof JSON.parse>[1]), code: null };
  } catch {
    return { code: 40001 };
  }
}

const keepNumbers: Reviver = (_key, value, { source }) =>
  typeof value === "number" ? new WrittenNumber(source ?? String(value), value) : value;

function depthOf(text: string): number {
  const brackets = text.replaceAll(/"(?:[^"\\]|\\[^])*"?/g, "").replaceAll(/[^[\]{}]/g, "");
  let depth = 0;
  let deepest = 0;
  for (const bracket of brackets) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
