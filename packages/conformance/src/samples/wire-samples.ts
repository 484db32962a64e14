import { readdirSync, readFileSync } from "node:fs";

/** A body as it goes over the wire, byte for byte. */
export interface WireSample {
  /** Its file's name without the ending: the message type, then what is special about it. */
  readonly name: string;
  /** JSON text. */
  readonly text: string;
}

/**
 * Bodies of every message type with every field (§2): `visitor` as integrating systems send them (§4.2), `agent` as they
 * get them (§4.3).
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
