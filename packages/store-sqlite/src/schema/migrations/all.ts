import type { Migration } from "../migration.ts";
import { lanes } from "./0001-lanes.ts";
import { nobody } from "./0002-nobody.ts";
import { records } from "./0003-records.ts";
import { positions } from "./0004-positions.ts";
import { sequences } from "./0005-sequences.ts";
import { followers } from "./0006-followers.ts";
import { longer } from "./0007-longer.ts";
import { places } from "./0008-places.ts";
import { recentKeys } from "./0009-recent-keys.ts";
import { ahead } from "./0010-ahead.ts";

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  lanes,
  nobody,
  records,
  positions,
  sequences,
  followers,
  longer,
  places,
  recentKeys,
  ahead,
];
