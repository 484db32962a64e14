import { readFileSync } from "node:fs";

/** Placeholder of the channel secret in the request line of a visitor's sample. */
const channelSecretMark = "{random_string}";

/**
 * A request or a response as it was seen on the wire, byte for byte but for names: `visitor/…` are requests to a channel
 * `shop`, `receiver/…` are responses to its agent messages. `channelSecret` takes the place of its mark.
 */
export function httpSample(name: string, channelSecret = channelSecretMark): Buffer {
  const path = new URL(`../../samples/quirks/${name}.http`, import.meta.url);
  // Latin1 keeps every byte unchanged.
  const text = readFileSync(path).toString("latin1");
  return Buffer.from(text.replace(channelSecretMark, channelSecret), "latin1");
}
