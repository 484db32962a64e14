import { resolve } from "node:path";
import { readOptions } from "../harness/src/read-options.ts";

const page = `seed: fills a gateway's store with many conversations, for tries with much data

  npm run seed -- --data DIRECTORY [options]
  npm run seed -- --database URL [options]

Visitors of three channels write in ten alphabets over the last 90 days. Agents have answered most of them. Some
replies failed. The same --seed makes the same conversations. The search index is filled, too. Stop the gateway first.
A million messages take some minutes and 1 GB. Ctrl-C ends it early and leaves a store in order.

  --data DIRECTORY     the data directory of a gateway on SQLite; made when it is missing
  --database URL       or the PostgreSQL database of a gateway: postgresql://user:password@host:5432/database
  --conversations N    how many; default 50000
  --messages N         how many in all, at least one for each conversation; default 1000000
  --first N            how many of them the first conversation has; default: as it comes
  --seed N             another number makes other conversations, also beside those of before; default 1
  --help               this page
`;
const { values } = readOptions(page, {
  options: {
    data: { type: "string" },
    database: { type: "string" },
    conversations: { type: "string", default: "50000" },
    messages: { type: "string", default: "1000000" },
    first: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const { readOrder, seedStore } = await import("./seed/seed-store.ts");
try {
  const order = readOrder(values);
  const directory = order.data === null ? null : resolve(order.data);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
  const said = await seedStore({ ...order, data: directory }, process.stderr, stopping.signal);
  process.stdout.write(`${said}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
