/** Masks secrets in a text. */
export type Mask = (text: string) => string;

const hidden = "***";
/** Names of query parameters that usually hold credentials. */
const secretName =
  /([?&][^=&#\s"]*(?:token|key|secret|signature|sig|pass|auth)[^=&#\s"]*=)[^&#\s"]*/gi;
/** Response headers that hold credentials. */
const secretHeaders = new Set([
  "set-cookie",
  "set-cookie2",
  "authorization",
  "proxy-authorization",
]);

/** @param secrets texts to mask wherever they appear */
export function maskOf(secrets: readonly string[]): Mask {
  return (text) =>
    secrets
      .filter((secret) => secret !== "")
      .reduce((masked, secret) => masked.replaceAll(secret, hidden), text)
      .replaceAll(secretName, `$1${hidden}`);
}

/** A header's value with secrets masked. */
export function maskHeader(mask: Mask, name: string, value: string): string {
  return secretHeaders.has(name.toLowerCase()) ? hidden : mask(value);
}
