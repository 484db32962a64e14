import { type Signature, signatures } from "./signatures.ts";

const unknownType = "application/octet-stream";
/** What apps say that do not know. */
const saysNothing = new Set(["", unknownType, "binary/octet-stream", "application/x-binary"]);
/** Types that a browser may run, or that lead it to something else. */
const active =
  /html|xml(?!formats)|svg|script|java|flash|wasm|^text\/(?!(?:plain|csv)$)|^(?:multipart|message)\//;

/**
 * The type of a file, from what the app says and the file's first bytes. A file whose bytes prove a picture, a sound or a
 * video of another kind than the app says has the type of its bytes.
 * @param said the header `content-type`
 * @returns `null`: the app says a type that the bytes disprove
 */
export function mediaType(said: string, head: Uint8Array): string | null {
  const type = essence(said);
  const proved = signatures.filter(({ fits }) => fits(head));
  if (saysNothing.has(type)) return proved[0]?.types[0] ?? unknownType;
  const named = proved.find(({ types }) => types.includes(type)) ?? sameFamily(proved, type);
  if (named !== undefined) return named.types[0];
  return signatures.some(({ types }) => types.includes(type)) ? null : type;
}

/** Whether a browser may show it in a page. Only a type that the bytes prove is one of these. */
export function isShown(type: string): boolean {
  return signatures.some(({ types: [first] }) => first === type);
}

/** The type to tell browsers. */
export function servedType(type: string): string {
  return !isShown(type) && active.test(type) ? unknownType : type;
}

/** Endings of a shown type; `null`: of another one. */
export function endingsOf(type: string): Signature["endings"] | null {
  return signatures.find(({ types: [first] }) => first === type)?.endings ?? null;
}

function sameFamily(proved: readonly Signature[], type: string): Signature | undefined {
  const known = signatures.some(({ types }) => types.includes(type));
  const family = type.slice(0, type.indexOf("/") + 1);
  return known ? proved.find(({ types: [first] }) => first.startsWith(family)) : undefined;
}

function essence(said: string): string {
  const type = (said.split(";", 1)[0] ?? "").trim().toLowerCase();
  return /^[a-z0-9][\w.+-]{0,63}\/[a-z0-9][\w.+-]{0,100}$/.test(type) ? type : "";
}
