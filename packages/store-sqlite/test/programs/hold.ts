// Locks the database in the given directory until it is killed, as another program would.
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { tell } from "./report.ts";

const [directory = ""] = process.argv.slice(2);
const database = new Sqlite(join(directory, "parley.db"));
database.exec("begin exclusive");
tell({ held: true });
// Keeps a reference: a collected handle would release the file.
setInterval(() => database.inTransaction, 60_000);
