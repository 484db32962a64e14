import type { Search } from "../../ports/services/search.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { SearchHit } from "../../ports/stores/search-store.ts";
import type { ReadingScope } from "./reading-scope.ts";

/** Finds what one agent app may read. */
export class ScopedSearch implements Search {
  readonly #all: Search;
  readonly #scope: ReadingScope;

  constructor(all: Search, scope: ReadingScope) {
    this.#all = all;
    this.#scope = scope;
  }

  find(text: string, page: PageRequest): Promise<Page<SearchHit>> {
    return this.#scope.page(
      (request) => this.#all.find(text, request),
      ({ conversation }) => this.#scope.canRead(conversation),
      page,
    );
  }
}
