import { resolve } from "node:path";
import { readOptions } from "../harness/src/read-options.ts";

const page = `console:figures: measures the agents' console with much data, and prints one table

  npm run console:figures -- [options]

Starts two gateways, one empty and one with many conversations (npm run seed), and opens the console of each in a
browser: first screen, search, long tasks while scrolling, and memory under traffic. Nothing else may run meanwhile.
Seeding a million messages takes some minutes, and so does the first start on them. The data stay for the next run.
Exit code 1: a figure misses its goal.

  --directory DIR      keeps the data; default console-figures in the temporary directory
  --postgres           on PostgreSQL: a server of its own, with its data in DIR
  --database URL       on this PostgreSQL server; makes the databases parley_figures_empty and parley_figures_seeded
  --conversations N    how many to seed; default 50000
  --messages N         how many in all; default 1000000
  --first N            how many of them the first conversation has, which is scrolled; default 5000
  --rows N             how far down the list is scrolled; default 5000
  --minutes N          also measures memory under traffic for so long; default 0: not
  --only NAME,NAME     only some of first-screen, search, list, thread, memory
  --help               this page
`;
const { values } = readOptions(page, {
  options: {
    directory: { type: "string" },
    postgres: { type: "boolean" },
    database: { type: "string" },
    conversations: { type: "string", default: "50000" },
    messages: { type: "string", default: "1000000" },
    first: { type: "string", default: "5000" },
    rows: { type: "string", default: "5000" },
    minutes: { type: "string", default: "0" },
    only: { type: "string" },
  },
});
const { readOrder } = await import("./figures/order.ts");
const { measureConsole } = await import("./figures/measure-console.ts");
const { tableOf } = await import("./figures/table.ts");
try {
  const order = readOrder(values);
  const directory = resolve(order.directory);
  const figures = await measureConsole({ ...order, directory }, process.stderr);
  process.stdout.write(`${tableOf(figures)}\n`);
  if (figures.some(({ holds }) => holds === false)) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
// The browser ends with its parent.
process.exit();
