import { bench } from "./bench.ts";
import { cases } from "./cases.ts";
import { say } from "./report/progress.ts";

const code = await bench(process.argv.slice(2), cases, {
  table: (text) => void process.stdout.write(text),
  fault: say,
});
// A case that threw may have left a process behind; it ends with its parent.
process.exit(code);
