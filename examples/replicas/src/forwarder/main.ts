import type { AddressInfo } from "node:net";
import { forwarder } from "./forwarder.ts";
import type { ForwarderReport } from "./forwarder-report.ts";
import type { MemberPlace } from "./member.ts";
import { Members } from "./members.ts";

const reportIntervalMs = 200;

const members = new Members({
  turned: ({ name }, why) => {
    tell(why === null ? `${name} gets requests` : `${name} gets no more requests: ${why}`);
    report({ type: "members", members: members.states });
  },
});

process.on("message", (places) => members.become(places as readonly MemberPlace[]));
// Exit with the parent. Signals go to the parent, which ends this process last.
process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);

const server = forwarder(members);
server.once("error", (error: NodeJS.ErrnoException) =>
  report({ type: "failed", code: error.code ?? "unknown" }),
);
server.listen(Number(process.env["FORWARDER_PORT"]), process.env["FORWARDER_HOST"], () => {
  report({ type: "listening", port: (server.address() as AddressInfo).port });
});
setInterval(() => report({ type: "members", members: members.states }), reportIntervalMs);

function report(what: ForwarderReport): void {
  if (process.connected) process.send?.(what);
}

function tell(sentence: string): void {
  process.stderr.write(`forwarder: ${sentence}\n`);
}
