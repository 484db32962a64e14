import { readdirSync, readFileSync } from "node:fs";

/** The exact bytes of a body on the wire. */
export interface WireSample {
  /** File name without extension: the message type and its special feature. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

/**
 * Bodies of every message type with every field (§2). `visitor`: sent by integrating systems (§4.2). `agent`: sent to
 * them (§4.3).
 */
export function wireSamples(side: "visitor" | "agent"): readonly WireSample[] {
  const directory = new URL(`../../samples/${side}/`, import.meta.url);
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -".json".length),
      text: readFileSync(new URL(file, directory), "utf8"),
    }));
}
