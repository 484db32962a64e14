/** Which media types may be stored. */
export interface TypeRules {
  /** Such as `image/png` or `image/*`. Default: all. */
  readonly allow?: readonly string[];
  /** Beats `allow`. Default: none. */
  readonly deny?: readonly string[];
}

export function isAllowed(type: string, { allow, deny }: Required<TypeRules>): boolean {
  const fits = (pattern: string) =>
    pattern === "*/*" ||
    pattern === type ||
    (pattern.endsWith("/*") && type.startsWith(pattern.slice(0, -1)));
  return allow.some(fits) && !deny.some(fits);
}
