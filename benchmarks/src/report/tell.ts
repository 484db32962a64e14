/** A number for tables: about three digits and the unit. */
export function tellValue(value: number, unit = ""): string {
  const text = value.toLocaleString("en", { maximumFractionDigits: digitsOf(Math.abs(value)) });
  return unit === "" ? text : `${text} ${unit}`;
}

function digitsOf(size: number): number {
  if (size >= 100 || size === 0) return 0;
  return size >= 10 ? 1 : Math.min(6, 2 - Math.min(0, Math.floor(Math.log10(size))));
}
