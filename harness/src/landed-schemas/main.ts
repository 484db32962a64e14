import { resolve } from "node:path";
import { readOptions } from "../read-options.ts";
import { keep } from "./files.ts";
import { kinds } from "./kinds.ts";

const page = `landed-schemas: keep a small database of the present schema, which every later version must open

Fills an empty database with the present code, and writes it as SQL to test/landed-schemas. A file that is there stays:
once a schema has landed, migrations only append.

  --kind NAME   store-postgres, store-sqlite, console-postgres or console-sqlite
  --help        this page
`;
const { values } = readOptions(page, { options: { kind: { type: "string", default: "" } } });
const kind = kinds.find(({ name }) => name === values.kind);
if (kind === undefined) {
  process.stderr.write("--kind names no schema. --help shows the options.\n");
  process.exit(2);
}
const root = resolve(import.meta.dirname, "../../..");
try {
  process.stdout.write(`${keep(root, kind, await kind.write())} was written.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}.\n`);
  process.exitCode = 1;
}
