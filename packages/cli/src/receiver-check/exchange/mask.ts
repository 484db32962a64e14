/** Takes secrets out of a text. */
export type Mask = (text: string) => string;

const hidden = "***";
/** Names of query parameters that hold credentials more often than not. */
const secretName =
  /([?&][^=&#\s"]*(?:token|key|secret|signature|sig|pass|auth)[^=&#\s"]*=)[^&#\s"]*/gi;
/** Answer headers that hold credentials. */
const secretHeaders = new Set([
  "set-cookie",
  "set-cookie2",
  "authorization",
  "proxy-authorization",
]);

/** @param secrets texts that must not be shown, whoever says them */
export function maskOf(secrets: readonly string[]): Mask {
  return (text) =>
    secrets
      .filter((secret) => secret !== "")
      .reduce((masked, secret) => masked.replaceAll(secret, hidden), text)
      .replaceAll(secretName, `$1${hidden}`);
}

/** A header's value as it may be shown. */
export function maskHeader(mask: Mask, name: string, value: string): string {
  return secretHeaders.has(name.toLowerCase()) ? hidden : mask(value);
}
