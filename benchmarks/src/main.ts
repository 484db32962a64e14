import { bench } from "./bench.ts";
import { cases } from "./cases.ts";
import { say } from "./report/progress.ts";

const code = await bench(process.argv.slice(2), cases, {
  table: (text) => void process.stdout.write(text),
  fault: say,
});
// A failed case may have left a child process, which ends with its parent.
process.exit(code);
