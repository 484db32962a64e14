import { inspect } from "node:util";
import fc from "fast-check";
import { AnswerCheck } from "./answer-check.ts";
import type { ApiDocument } from "./described-api.ts";
import type { FuzzedGateway } from "./fuzzed-gateway.ts";
import { type RequestPlan, requestPlans } from "./request-plans.ts";
import { type Received, sendPlan, type Target } from "./send-plan.ts";

interface FuzzSettings {
  readonly requests: number;
  readonly seed: number;
  /** What a mistake of the door would make of an answer. */
  readonly spoil?: (answer: Received) => Received;
}

const requestsPerStep = 10;
const stepMs = 3_000;
const ownText = "what a visitor of this app wrote";
const foreignText = "what a visitor of the other app wrote";

/** How many requests had which answer, by `<method> <path> <status>`. */
export type AnswerCounts = ReadonlyMap<string, number>;

/** Sends requests made from the document that the door shows. @throws Error with the smallest request whose answer is wrong */
export async function fuzz(gateway: FuzzedGateway, settings: FuzzSettings): Promise<AnswerCounts> {
  const { target, withTime } = gateway;
  const { requests, seed, spoil = (answer) => answer } = settings;
  const document = (await (await fetch(`${target.url}/openapi.json`)).json()) as ApiDocument;
  const counts = new Map<string, number>();
  const check = new AnswerCheck(document, foreignText);
  await prepare(gateway);
  let sent = 0;
  const property = fc.asyncProperty(requestPlans(document), async (plan) => {
    const received = await withTime(sendPlan(plan, target));
    if (received === null && plan.form === "shorter than said") return;
    if (received === null) throw new Error(`no answer to ${shown(plan)}`);
    const answer = spoil(received);
    const what = `${plan.method} ${plan.path} ${answer.status}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const fault = check.faultOf(plan, answer);
    if (fault !== null) throw new Error(`${fault}\nfor ${shown(plan)}`);
    if (answer.status === 200 && answer.text !== "") target.known.learn(JSON.parse(answer.text));
    // Else messages would only wait.
    sent += 1;
    if (sent % requestsPerStep === 0) await gateway.rig.time.advance(stepMs);
  });
  const run = await fc.check(property, { numRuns: requests, seed });
  if (run.failed) throw new Error(`${String(run.errorInstance)}\n${fc.defaultReportMessage(run)}`);
  const log = JSON.stringify(gateway.rig.log);
  const logged = [ownText, foreignText, ...tokensOf(target)].filter((text) => log.includes(text));
  if (logged.length > 0) throw new Error("the log holds a token or what a visitor wrote");
  return counts;
}

/** Conversations that are there, another app's, and one that was erased. */
async function prepare({ rig, target: { known } }: FuzzedGateway): Promise<void> {
  const own = [];
  for (const visitor of ["v1", "v2", "v3"]) own.push(await rig.say(ownText, { visitor }));
  const foreign = await rig.say(foreignText, { channel: "till" });
  const erased = await rig.say(ownText, { visitor: "v4" });
  await rig.node(0).gateway.conversations.erase(erased);
  known.keep("id", ...own, ...own, foreign, `${foreign}.1`, erased);
  known.keep("conversationId", ...own, ...own, ...own, foreign, erased, "nobody");
  known.keep("fence", 0);
  known.keep("channels", "shop", "till");
  known.keep("idempotencyKey", "key-1", "key-2");
  known.keep("idempotency-key", "key-1", "key-2");
}

function tokensOf({ authorization }: Target): readonly string[] {
  return [authorization.own, authorization.other].map((one) => one?.slice("Bearer ".length) ?? "");
}

const shown = (plan: RequestPlan): string =>
  inspect(plan, { depth: 12, maxStringLength: 200, maxArrayLength: 20 });
