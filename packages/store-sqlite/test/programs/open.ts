// Opens the store in the directory given, as an unprivileged user, says how that went, and holds it until it is killed.
import { Database } from "../../src/connection/database.ts";
import { tell, tellError } from "./report.ts";

const [directory = "", user = ""] = process.argv.slice(2);
if (user === "unprivileged" && process.geteuid?.() === 0) {
  process.setegid?.(65534);
  process.seteuid?.(65534);
}
try {
  const database = Database.open({ directory, fileName: "parley.db" });
  tell({ code: "opened" });
  // What nobody refers to any more would be collected, and its lock with it.
  setInterval(() => database.path, 60_000);
} catch (error) {
  tellError(error);
}
