import { serveParent } from "../process/serve-parent.ts";
import { openStore } from "./opened-store.ts";
import { fillPending, type PendingOrder } from "./pending-lanes.ts";

/** The process that fills a store with waiting retries, so that its memory is not counted. */
serveParent({
  ready: true,
  answer: async ({ directory, ...order }: PendingOrder & { readonly directory: string }) => {
    const store = await openStore(directory);
    try {
      await fillPending(store.messages, order);
      const { inbound, outbound } = await store.deliveries.backlog();
      const waiting = inbound.lanes + outbound.lanes;
      if (waiting !== order.lanes) throw new Error(`${waiting} of ${order.lanes} retries wait`);
    } finally {
      await store.close();
    }
  },
  stop: async () => {},
});
