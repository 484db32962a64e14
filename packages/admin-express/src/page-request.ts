import type { PageRequest } from "@parley/core";
import type { PageQuery } from "./api/page.ts";

const usualLimit = 50;

export function pageRequestOf({ before, limit }: PageQuery): PageRequest {
  return { before: before ?? null, limit: limit ?? usualLimit };
}
