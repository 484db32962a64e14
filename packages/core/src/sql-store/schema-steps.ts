import { ParleyError } from "../errors.ts";

/** One numbered step of a schema. Append only: a step that has landed never changes. */
export interface SchemaStep {
  /** Rises from step to step. */
  readonly version: number;
  /** The oldest schema version of a package that can read and write the tables after this step. */
  readonly oldestReader: number;
}

/** A step that is nothing but statements. */
export interface SqlStep extends SchemaStep {
  readonly sql: string;
}

/** What a migrated database says of itself: the version of its last step. */
export type SchemaVersion = SchemaStep;

/** What was found in a database before anything was changed. */
export interface FoundSchema {
  readonly tables: readonly string[];
  /** `null` when there is no table or no row. */
  readonly version: SchemaVersion | null;
}

/**
 * Why a database is not used. `newer`: it needs a newer gateway. `older`: it was made before the first schema of this
 * list. `foreign`: its tables belong to another program.
 */
export interface SchemaRefusal {
  readonly reason: "newer" | "older" | "foreign";
  /** What is wrong and what to do, as the rest of a sentence that begins with the database's name. */
  readonly explanation: string;
}

/** A schema's steps, and how its refusals are told. */
export interface Schema<Step extends SchemaStep> {
  /** Oldest first. */
  readonly steps: readonly Step[];
  /** A table of every earlier Parley. A database that has it, and no version, is from before the first step. */
  readonly olderTable: string;
  /** What a user chooses instead: `another directory`. */
  readonly otherPlace: string;
  refused(refusal: SchemaRefusal): Error;
}

/** The error of a store for a refusal. `name`: the database's, with which the sentence begins. */
export function storeRefusal(name: string, { reason, explanation }: SchemaRefusal): ParleyError {
  const message = `${name} ${explanation}.`;
  if (reason === "newer") return new ParleyError("store-newer", message);
  if (reason === "older") return new ParleyError("store-older", message);
  return new ParleyError("store-foreign", message);
}

/** Named after Parley, since other programs also have a table of their schema's version. */
export const versionTable = "parley_schema";
export const readVersion = `select version, oldest_reader as "oldestReader" from ${versionTable}`;

/**
 * The steps that a database still needs, oldest first. A newer database that allows this version needs none.
 * @throws the error of `schema.refused`
 */
export function missingSteps<Step extends SchemaStep>(
  found: FoundSchema,
  schema: Schema<Step>,
): readonly Step[] {
  const refusal = refusalOf(found, schema);
  if (refusal !== null) throw schema.refused(refusal);
  const version = found.version?.version ?? 0;
  return schema.steps.filter((step) => step.version > version);
}

/** All statements of these steps, to be run in one transaction. On an empty database the first makes the version's table. */
export function scriptOf(steps: readonly SqlStep[], isEmpty: boolean): string {
  const parts = steps.map((step) => `${step.sql};\n${writeVersion(step)}`);
  return [...(isEmpty ? [makeVersion] : []), ...parts].join(";\n");
}

/** Creates the version's table. `writeVersion` must follow in the same transaction. */
export const makeVersion = `create table ${versionTable} (version integer not null, oldest_reader integer not null);
insert into ${versionTable} (version, oldest_reader) values (0, 0)`;

/** The statement that records a step. A store may have raised the oldest reader beyond that of its steps, for good. */
export function writeVersion({ version, oldestReader }: SchemaStep): string {
  return `update ${versionTable} set version = ${version},
  oldest_reader = case when oldest_reader > ${oldestReader} then oldest_reader else ${oldestReader} end`;
}

function refusalOf<Step extends SchemaStep>(
  { tables, version }: FoundSchema,
  { steps, olderTable, otherPlace }: Schema<Step>,
): SchemaRefusal | null {
  const latest = steps.at(-1)?.version ?? 0;
  if (version !== null && version.oldestReader > latest) {
    const explanation = `has version ${version.version}, which needs a gateway that reads version ${version.oldestReader}; this one reads ${latest}: install the newer version again`;
    return { reason: "newer", explanation };
  }
  const isOlder =
    version === null ? tables.includes(olderTable) : version.version < (steps[0]?.version ?? 0);
  if (isOlder) {
    const explanation = `was made by a Parley from before the first release, which only that version can read: start anew with ${otherPlace}`;
    return { reason: "older", explanation };
  }
  if (version !== null || tables.length === 0) return null;
  return { reason: "foreign", explanation: `belongs to another program: choose ${otherPlace}` };
}
