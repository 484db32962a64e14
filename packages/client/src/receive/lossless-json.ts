/** A JSON number under the key `id`, as its source text: no digit of a large integer is lost. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Parses JSON whose numbers at `id` come out as `NumberText`. @throws SyntaxError */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, keepId as Parameters<typeof JSON.parse>[1]);
}

function keepId(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key !== "id" || typeof value !== "number") return value;
  // Without a source, as on platforms of before 2025, an unsafe integer becomes a text that is none: it is refused.
  return new NumberText(context?.source ?? (Number.isSafeInteger(value) ? String(value) : "?"));
}
