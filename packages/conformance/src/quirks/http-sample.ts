import { readFileSync } from "node:fs";

/** Placeholder of the channel secret in the request line of a visitor's sample. */
const channelSecretMark = "{random_string}";

/**
 * A recorded request or response; only names were changed. `visitor/…`: requests to the channel `shop`. `receiver/…`:
 * responses to its agent messages. `channelSecret` replaces its placeholder.
 */
export function httpSample(name: string, channelSecret = channelSecretMark): Buffer {
  const path = new URL(`../../samples/quirks/${name}.http`, import.meta.url);
  // Latin1 keeps every byte unchanged.
  const text = readFileSync(path).toString("latin1");
  return Buffer.from(text.replace(channelSecretMark, channelSecret), "latin1");
}
