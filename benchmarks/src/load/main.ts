import { serveParent } from "../process/serve-parent.ts";
import { LoadGenerator, type LoadOrder } from "./load.ts";

/** The process that sends messages. */
const generator = new LoadGenerator();

serveParent({
  ready: true,
  answer: (order: LoadOrder) => generator.run(order),
  stop: async () => {},
});
