// Locks the database in the directory given, as a program of somebody else would, until it is killed.
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { tell } from "./report.ts";

const [directory = ""] = process.argv.slice(2);
const database = new Sqlite(join(directory, "parley.db"));
database.exec("begin exclusive");
tell({ held: true });
// A handle that nobody refers to is collected, and lets the file go.
setInterval(() => database.inTransaction, 60_000);
