import { ContainerModule } from "inversify";
import { SearchService } from "./engine/operations/search-service.ts";
import { Clock } from "./ports/platform/clock.ts";
import { Logger } from "./ports/platform/logger.ts";
import { Timers } from "./ports/platform/timers.ts";
import { Search } from "./ports/services/search.ts";
import { SearchStore } from "./ports/stores/search-store.ts";

/** Binds `Search`. The index is kept up while it is resolved. */
export function searchModule(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Search)
      .toResolvedValue(
        (store: SearchStore, clock: Clock, timers: Timers, logger: Logger) => {
          const service = new SearchService({ store, clock, timers, logger });
          service.start();
          return service;
        },
        [SearchStore, Clock, Timers, Logger],
      )
      .inSingletonScope()
      .onDeactivation((service) => (service as SearchService).stop());
  });
}
