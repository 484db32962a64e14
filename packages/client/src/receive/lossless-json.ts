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
  const source = context?.source ?? (Number.isSafeInteger(value) ? String(value) : null);
  if (source === null) throw new SyntaxError("this platform cannot read large integers");
  return new NumberText(source);
}
