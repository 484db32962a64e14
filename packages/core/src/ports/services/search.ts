import type { ServiceIdentifier } from "inversify";
import type { Page, PageRequest } from "../stores/conversation-store.ts";
import type { SearchHit } from "../stores/search-store.ts";

/**
 * Called by agent apps; implemented by core. Bound when the store brings `SearchStore`. The index is kept up from the
 * moment in which the port is first resolved, so a gateway without a search pays nothing for it.
 */
export interface Search {
  /** As `SearchStore.find`. A message is found about a second after it was accepted; under full load it takes longer. */
  find(text: string, page: PageRequest): Promise<Page<SearchHit>>;
}
export const Search = Symbol.for("@parley/core/Search") as ServiceIdentifier<Search>;
