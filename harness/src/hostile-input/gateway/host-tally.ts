import { type GatewayEvent, Observer } from "@parley/core";
import { ContainerModule } from "inversify";
import type { Measures } from "./host-words.ts";

/** Counts what the engine says about visitors' messages. */
export class HostTally {
  #appended = 0;
  #repeated = 0;
  #refused = 0;
  #delivered = 0;
  #storeFailures = 0;

  module(): ContainerModule {
    return new ContainerModule(({ bind }) => {
      bind(Observer).toConstantValue({ notice: (event) => this.#count(event) });
    });
  }

  measures(): Measures {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    return {
      rssBytes: rss,
      heapBytes: heapUsed,
      appended: this.#appended,
      repeated: this.#repeated,
      refused: this.#refused,
      delivered: this.#delivered,
      storeFailures: this.#storeFailures,
    };
  }

  #count(event: GatewayEvent): void {
    if (event.type === "accepted") this.#appended += event.sequences.length;
    else if (event.type === "repeated") this.#repeated += 1;
    else if (event.type === "refused") this.#refused += 1;
    else if (event.type === "delivered") this.#delivered += event.kind === "inbound" ? 1 : 0;
    else if (event.type === "store-failed") this.#storeFailures += 1;
  }
}
