/** Source text of a JSON number under the key `id`, so that a large integer keeps every digit. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parses JSON; numbers under the key `id` become `NumberText`.
 * @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, keepId as Parameters<typeof JSON.parse>[1]);
}

function keepId(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (key !== "id" || typeof value !== "number") return value;
  // Platforms of before 2025 give no source. An unsafe integer then becomes a text that is not a number and is
  // refused.
  return new NumberText(context?.source ?? (Number.isSafeInteger(value) ? String(value) : "?"));
}
