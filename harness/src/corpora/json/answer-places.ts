import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ChannelKnobs,
  readAcknowledgement,
  Transport,
  type TransportResult,
} from "@parley/core";
import { openConsoleGateway } from "../console-gateway.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";
import { ruleJson } from "../../hostile-input/rules/ruled-json.ts";
import { type Place, placeIn, put, type SuiteFile } from "./suite-files.ts";

const places: readonly Place[] = [
  { name: "the answer", before: "", behind: "" },
  placeIn("result", { result: "*" }),
  placeIn("more beside a positive result", { result: "ok", more: "*" }),
  placeIn("error beside a positive result", { result: "ok", error: "*" }),
  placeIn("error", { error: "*" }),
  placeIn("error.code", { error: { code: "*", message: "no" } }),
  placeIn("error.message", { error: { code: 1, message: "*" } }),
];
const values: readonly ChannelKnobs["acknowledge"][] = ["result-ok", "affirmative", "any-2xx"];

/** As a receiver's answer, over a real socket, by the real transport. */
export async function tryAnswers(
  files: readonly SuiteFile[],
  findings: CorpusFindings,
): Promise<number> {
  const bodies = places.flatMap((place) =>
    files.map(({ name, bytes }) => ({
      name: `${name} as ${place.name} of a receiver`,
      body: put(place, bytes),
    })),
  );
  const receiver = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(bodies[Number(request.url?.slice(1))]?.body);
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const { gateway, close } = await openConsoleGateway();
  const transport = await gateway.get(Transport);
  await inParallel(bodies.entries(), 16, async ([index, { name, body }]) => {
    const result = await transport.post({
      url: `http://127.0.0.1:${port}/${index}`,
      body: "{}",
      transfer: "content-length",
      signal: AbortSignal.timeout(20_000),
      permit: () => true,
    });
    for (const why of faultsOf(result, body)) findings.keep(name, why, body);
  });
  await close();
  receiver.close();
  receiver.closeAllConnections();
  return bodies.length * values.length;
}

function faultsOf(result: TransportResult, body: Buffer): readonly string[] {
  if (result.kind !== "response") return [`the transport says ${result.failure}`];
  const { status, body: received, truncated } = result;
  if (!truncated && !body.equals(received)) return ["the transport changed the answer"];
  return values.flatMap((acknowledge) => {
    const { kind } = readAcknowledgement(status, received, truncated, { acknowledge });
    const must = mustBePositive(body, acknowledge);
    const is = kind === "positive";
    return must === null || must === is ? [] : [`${acknowledge} reads it as ${kind}`];
  });
}

/** By ruling 14, from the rulings' own reading of JSON; `null`: the ruling leaves it to the gateway. */
function mustBePositive(body: Buffer, acknowledge: ChannelKnobs["acknowledge"]): boolean | null {
  const { value, code } = { value: undefined, ...ruleJson(body) };
  const json = code === null ? value : undefined;
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  const { result, error } = (isObject ? json : {}) as { result?: unknown; error?: unknown };
  if (json === null || isPlainObject(error)) return false;
  if (acknowledge === "result-ok") return isObject && result === "ok";
  if (acknowledge === "affirmative") return saysNothing(json, isObject) ? false : null;
  return error === undefined && code === null ? true : null;
}

/** Whether it neither says yes or no itself nor holds a text that may. */
function saysNothing(json: unknown, isObject: boolean): boolean {
  if (!isObject) return typeof json !== "string";
  return !["result", "ok", "success", "status"].some((name) => name in (json as object));
}

function isPlainObject(value: unknown): boolean {
  return (
    Object.prototype.toString.call(value) === "[object Object]" && !("source" in (value as object))
  );
}
