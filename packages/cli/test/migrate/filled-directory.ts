import { anIdentity, anInboundAppend, aText, StoreBench } from "@parley/conformance";
import { openMoving } from "./moving-stores.ts";

/** Each with two messages and a lane. */
export const filledConversations = 700;

/** Fills a store in `directory` with more than one page of conversations, deliveries and lanes. */
export async function fillDirectory(directory: string): Promise<void> {
  const bench = new StoreBench(await openMoving({ directory, to: "", schema: "" }));
  const appends = Array.from({ length: filledConversations }, (_, index) =>
    anInboundAppend({
      visitorKey: `${index}`,
      identity: anIdentity(`m${index}`, "hello"),
      messages: [aText(`one of ${index}`), aText(`two of ${index}`)],
    }),
  );
  await bench.commit({ appends });
  await bench.stores.close();
}
