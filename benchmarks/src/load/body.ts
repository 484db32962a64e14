import { type Told, writeText } from "./text.ts";

/** Bytes of every body: what a short chat message takes with its sender. */
export const bodyBytes = 270;

/** How a message is put: as a visitor's envelope (§4.2), or as an agent's to the door of a benchmark's host. */
export type Shape = "visitor" | "agent";

/** A body of `bodyBytes` bytes. */
export function bodyOf(shape: Shape, told: Told): string {
  const { writer, number } = told;
  const text = writeText(told);
  const fill = (filler: string): string =>
    shape === "visitor"
      ? `{"sender":{"id":"visitor-${writer}","name":"Ada Lovelace"},"message":{"type":"text","id":"${writer}-${number}","text":"${text}${filler}"}}`
      : `{"visitor":"visitor-${writer}","id":"${writer}-${number}","text":"${text}${filler}"}`;
  return fill("x".repeat(Math.max(0, bodyBytes - fill("").length)));
}
