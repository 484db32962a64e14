import type { Migration } from "../migration.ts";
import { lanes } from "./0001-lanes.ts";
import { records } from "./0002-records.ts";
import { vacuum } from "./0003-vacuum.ts";
import { settledInPlace } from "./0004-settled-in-place.ts";
import { statistics } from "./0005-statistics.ts";

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  lanes,
  records,
  vacuum,
  ...settledInPlace,
  statistics,
];
