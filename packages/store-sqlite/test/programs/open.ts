// Opens the store in the given directory as an unprivileged user, prints the result, and holds it until it is killed.
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
  // Keeps a reference: a collected handle would release the lock.
  setInterval(() => database.path, 60_000);
} catch (error) {
  tellError(error);
}
