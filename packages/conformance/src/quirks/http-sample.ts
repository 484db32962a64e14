import { readFileSync } from "node:fs";

/** In the request line of a visitor's sample: where the channel's secret goes. */
const channelSecretMark = "{random_string}";

/**
 * A request or a response as it was seen on the wire, byte for byte but for names: `visitor/…` are requests to a channel
 * `shop`, `receiver/…` are responses to its agent messages. `channelSecret` takes the place of its mark.
 */
export function httpSample(name: string, channelSecret = channelSecretMark): Buffer {
  const path = new URL(`../../samples/quirks/${name}.http`, import.meta.url);
  // Every byte is one character of latin1, and comes back as itself.
  const text = readFileSync(path).toString("latin1");
  return Buffer.from(text.replace(channelSecretMark, channelSecret), "latin1");
}
