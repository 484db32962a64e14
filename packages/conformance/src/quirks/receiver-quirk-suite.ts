import type { Finding } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { citeRules } from "../cite-rules.ts";
import { GatewayRig } from "../gateway/gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import type { OpenTransport } from "../transport/transport-suite.ts";
import { RawServer } from "../transport/raw-server.ts";
import { wantDone } from "../want-done.ts";
import { want, wantSome } from "../want.ts";
import { httpSample } from "./http-sample.ts";
import { type ReceiverQuirk, receiverQuirks } from "./receiver-quirks.ts";

const seriesMs = 9_000;

/** A gateway whose messages go to one receiver over real sockets. */
interface Bench {
  readonly rig: GatewayRig;
  readonly server: RawServer;
  close(): Promise<void>;
}

/**
 * Tests that a gateway behind a transport handles the answers of real receivers: with the setting that the doctor
 * advises, and without it as the contract says.
 */
export function receiverQuirkSuite(runner: Runner, name: string, open: OpenTransport): void {
  const cited = citeRules(runner, sources.quirks);
  runner.describe(`quirks of receivers, through ${name}`, () => {
    for (const quirk of receiverQuirks) quirkTests(cited, quirk, open);
  });
}

function quirkTests({ it }: Runner, quirk: ReceiverQuirk, open: OpenTransport): void {
  const { check, about, remedy } = quirk;
  const named =
    remedy === "template"
      ? ["?channel={channel}"]
      : Object.entries(remedy).map(([knob, value]) => `${knob}: ${String(value)}`);

  it(`${about}: the doctor finds ${check} and names \`${named.join(", ")}\``, async () => {
    const bench = await openBench(quirk, open);
    const found = wantSome("it is found", findingOf(await diagnosed(bench), check));
    want("something has to be done", found.level === "ok", false);
    for (const knob of named)
      want(`it is named: ${knob}`, found.advice?.includes(`\`${knob}\``), true);
    await bench.close();
  });

  it(`${about}: without it nothing is delivered, and the agent is told`, async () => {
    const bench = await openBench(quirk, open);
    await reply(bench);
    want("the agent is told once", bench.rig.backend.reports.length, 1);
    await bench.close();
  });

  it(`${about}: with it messages are delivered, and the doctor has nothing to say`, async () => {
    const bench = await openBench(quirk, open);
    const { channelAdmin } = bench.rig.gateway;
    const chatApiUrl = `${bench.server.url}/chat?channel={channel}`;
    const change = remedy === "template" ? { chatApiUrl } : remedy;
    wantDone("the change", await channelAdmin.change("shop", change));
    await reply(bench);
    want("nothing is reported", bench.rig.backend.reports, []);
    const found = await diagnosed(bench);
    want(
      "nothing to do",
      found.filter(({ level }) => level !== "ok"),
      [],
    );
    await bench.close();
  });
}

async function openBench(quirk: ReceiverQuirk, open: OpenTransport): Promise<Bench> {
  const response = httpSample(`receiver/${quirk.sample}`);
  const taken = httpSample("receiver/result-ok");
  const server = await RawServer.open((socket, index) => {
    const isKnown = quirk.takes?.test(server.requests[index] ?? "") ?? false;
    socket.write(isKnown || index >= (quirk.busyFor ?? Infinity) ? taken : response);
  });
  const opened = await open({ loopback: "allowed" });
  const settings = { chatApiUrl: `${server.url}/chat`, ...quirk.settings };
  const rig = await GatewayRig.start(memoryStores, settings);
  // Manual time stands still while real I/O runs.
  rig.transport.post = (request) => rig.time.during(opened.transport.post(request));
  const close = async () => {
    await rig.stop();
    await opened.close();
    await server.close();
  };
  return { rig, server, close };
}

/** Sends an agent's answer and waits until it is settled. */
async function reply({ rig }: Bench): Promise<void> {
  const conversationId = await rig.say("hello");
  await rig.reply(conversationId, "good day");
  await rig.time.advance(seriesMs);
}

function diagnosed({ rig }: Bench): Promise<readonly Finding[]> {
  return rig.gateway.diagnosis.run({ probe: true }, new AbortController().signal);
}

function findingOf(findings: readonly Finding[], check: string): Finding | undefined {
  return findings.find((finding) => finding.check === check);
}
