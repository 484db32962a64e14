import type { Finding } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { citeRules } from "../cite-rules.ts";
import { GatewayRig } from "../gateway/gateway-rig.ts";
import type { OpenIngress } from "../ingress/ingress-suite.ts";
import { RawClient } from "../ingress/raw-client.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { want, wantSome } from "../want.ts";
import { httpSample } from "./http-sample.ts";
import { type VisitorQuirk, visitorQuirks } from "./visitor-quirks.ts";

const setting = { headersTimeoutMs: 5_000, requestTimeoutMs: 10_000 };

/** Result of a quirk's samples on one channel. */
interface Outcome {
  readonly statuses: readonly number[];
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly findings: readonly Finding[];
}

/**
 * Tests that a gateway behind an ingress accepts the messages of real clients: by default where the contract allows it,
 * otherwise with the knob that the doctor advises. The ingress must pass the `Content-Type` to the inbox.
 */
export function quirkSuite(runner: Runner, name: string, open: OpenIngress): void {
  const cited = citeRules(runner, sources.quirks);
  runner.describe(`quirks of visitors' clients, through ${name}`, () => {
    for (const quirk of visitorQuirks) quirkTests(cited, quirk, open);
  });
}

function quirkTests({ it }: Runner, quirk: VisitorQuirk, open: OpenIngress): void {
  const { check, about, knobs, otherwise } = quirk;
  const passing = knobs ?? {};
  const allTaken = Array.from({ length: quirk.samples }, () => 200);
  const named = Object.entries(passing).map(([knob, value]) => `${knob}: ${String(value)}`);
  const how = knobs === null ? "passes as it is" : `passes with ${named.join(", ")}`;

  it(`${about}: ${how}, and the doctor knows it as ${check}`, async () => {
    const { statuses, messages, findings } = await outcome(quirk, passing, open);
    want("every request is answered 200", statuses, allTaken);
    want("every message reaches the agent", messages, quirk.messages);
    const found = wantSome("the doctor has seen it", findingOf(findings, check));
    want("nothing has to be done", found.level, "ok");
  });

  if (knobs === null || otherwise === undefined) return;
  it(`${about}: without it is as the contract says, and the doctor names the knob`, async () => {
    const { level = "warning", ...expected } = otherwise;
    const { statuses, messages, findings } = await outcome(quirk, {}, open);
    want("as the contract says", { statuses, messages }, expected);
    const found = wantSome("the doctor has seen it", findingOf(findings, check));
    want("the doctor says how grave it is", found.level, level);
    for (const knob of named)
      want(`the knob is named: ${knob}`, found.advice?.includes(`\`${knob}\``), true);
  });
}

async function outcome(
  { check, sample = check.slice("quirk-".length), samples }: VisitorQuirk,
  knobs: object,
  open: OpenIngress,
): Promise<Outcome> {
  const rig = await GatewayRig.start(memoryStores, knobs);
  const { inbox, channelAdmin, diagnosis } = rig.gateway;
  const rotated = await channelAdmin.rotate("shop", 0);
  const channelSecret = rotated.done ? rotated.value.randomString : "";
  const { url, close } = await open(inbox, setting);
  const statuses: number[] = [];
  for (let number = 1; number <= samples; number += 1) {
    const request = httpSample(`visitor/${sample}.${number}`, `${pathOf(url)}${channelSecret}`);
    statuses.push(await statusOf(url, request));
    await rig.time.advance(1_000);
  }
  const findings = await diagnosis.run({ probe: false }, new AbortController().signal);
  const messages = rig.backend.taken.map(({ message }) => withoutId(message));
  await close();
  await rig.stop();
  return { statuses, messages, findings };
}

async function statusOf(url: string, request: Buffer): Promise<number> {
  const [answer] = await new RawClient(url).raw(request);
  return answer?.status ?? 0;
}

/** Path of the mount point, with a slash at its end. */
function pathOf(url: string): string {
  const path = new URL(url).pathname.replace(/^\/|\/$/g, "");
  return path === "" ? "" : `${path}/`;
}

function withoutId(message: object): Readonly<Record<string, unknown>> {
  const { id: _id, ...fields } = message as Record<string, unknown>;
  return fields;
}

function findingOf(findings: readonly Finding[], check: string): Finding | undefined {
  return findings.find((finding) => finding.check === check);
}
