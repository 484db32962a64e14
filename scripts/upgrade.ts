import { readOptions } from "../harness/src/read-options.ts";

const page = `upgrade: opens data from before search existed, with traffic, and loses nothing

Makes data in the first schemas that landed, of the store and of the console. Today's gateway opens them while visitors
write to it, and fills the search index beside that. In the middle it is killed with kill -9. Every answer must be 200,
every message stored once and found, and the index must go on where it was. An index of 100,000 messages takes 10
minutes at its usual pace.

  --store NAME   sqlite or postgres (default sqlite)
  --messages N   how many messages are there before (default 100000)
  --rate N       messages per second of the traffic; the index fills behind it (default 5)
  --help         this page
`;
const { values } = readOptions(page, {
  options: {
    store: { type: "string", default: "sqlite" },
    messages: { type: "string", default: "100000" },
    rate: { type: "string", default: "5" },
  },
});
const { tryUpgrade } = await import("./upgrade/try-upgrade.ts");
const faults = await tryUpgrade(
  {
    store: values.store === "postgres" ? "postgres" : "sqlite",
    messages: Number(values.messages),
    perSecond: Number(values.rate),
  },
  (line) => process.stderr.write(`${line}\n`),
);
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
if (faults.length === 0) process.stdout.write("Nothing was lost, and everything is found.\n");
process.exitCode = faults.length === 0 ? 0 : 1;
