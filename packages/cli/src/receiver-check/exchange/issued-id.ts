/** Field names under which receivers return the id of a stored message. */
const idKey = /^_?(?:id|uuid|guid|.*(?:_id|-id|Id|ID))$/;
const deepest = 4;

/**
 * The id that the receiver assigned to the message, as text; `null` when its answer has none.
 * @param sent the request's body
 */
export function issuedId(answer: string, sent: string): string | null {
  const value = parsed(answer);
  const own = new Set(scalarsIn(parsed(sent), deepest).map(({ text }) => text));
  const told = scalarsIn(typeof value === "string" ? parsed(value) : value, deepest);
  return told.find(({ key, text }) => idKey.test(key) && !own.has(text))?.text ?? null;
}

interface Scalar {
  readonly key: string;
  readonly text: string;
}

/** Strings and numbers in objects, down to a limited depth. */
function scalarsIn(value: unknown, levels: number): readonly Scalar[] {
  if (typeof value !== "object" || value === null || levels === 0) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isScalar = typeof member === "number" || (typeof member === "string" && member !== "");
    return isScalar ? [{ key, text: String(member) }] : scalarsIn(member, levels - 1);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
