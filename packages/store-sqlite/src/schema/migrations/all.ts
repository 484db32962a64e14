import type { Migration } from "../migration.ts";
import { first } from "./0001-first.ts";
import { second } from "./0002-second.ts";
import { third } from "./0003-third.ts";
import { fourth } from "./0004-fourth.ts";
import { fifth } from "./0005-fifth.ts";

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [first, second, third, fourth, fifth];
