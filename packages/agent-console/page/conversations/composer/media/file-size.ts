const units: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  byte: 1,
  bytes: 1,
  k: 1e3,
  kb: 1e3,
  kib: 2 ** 10,
  m: 1e6,
  mb: 1e6,
  mib: 2 ** 20,
  g: 1e9,
  gb: 1e9,
  gib: 2 ** 30,
};

/**
 * A typed size in bytes, such as `1.4 MB`, `1,4 MB`, `350 kB` or `1200`. `null` when it is none. A fraction needs a
 * unit, since `1.4` bytes is a mistake.
 */
export function bytesOf(text: string): number | null {
  const match = /^(\d+(?:[ '\u00a0\u2009\u202f]\d{3})*)([.,]\d+)?\s*([a-z]*)$/i.exec(text.trim());
  if (match === null) return null;
  const [, whole = "", fraction = "", unit = ""] = match;
  const factor = units[unit.toLowerCase()];
  if (factor === undefined || (factor === 1 && fraction !== "")) return null;
  const number = Number(whole.replaceAll(/\D/g, "") + fraction.replace(",", "."));
  const bytes = Math.round(number * factor);
  return bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER ? bytes : null;
}
