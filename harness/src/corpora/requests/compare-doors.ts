import { openAttackedGateway } from "../attacked-gateway.ts";
import type { CorpusRun } from "../corpus.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";
import { messagePath } from "../../hostile-input/wire/request-bytes.ts";
import { exchange } from "../../hostile-input/wire/wire.ts";
import { openBareNode } from "./bare-node.ts";
import { differenceOf, outcomeOfOurs } from "./door-comparison.ts";
import { redirected, type RequestText } from "./request-texts.ts";

/** Each request, as it is and to our own addresses, at both doors of the ingress and at bare Node. */
export async function compareDoors(
  requests: readonly RequestText[],
  findings: CorpusFindings,
): Promise<CorpusRun> {
  const bare = await openBareNode();
  const { attack, close } = await openAttackedGateway(findings);
  const path = messagePath(attack.channel(false));
  const ourOwn = (method: string): string => (method === "GET" ? `${path}/status` : path);
  const ways = attack.gateway.ways;
  const texts = requests.flatMap(({ name, text }) => [
    { name, text },
    { name: `${name}, to an address of ours`, text: redirected(text, ourOwn) },
  ]);
  await inParallel(texts, 8, async ({ name, text }) => {
    const bytes = Buffer.from(text, "latin1");
    const options = { bodiless: /(^|[\r\n])HEAD /.test(text) };
    const outcomes = await bare.outcomes(bytes, options);
    for (const way of ways) {
      const exchanged = await exchange(way.port, bytes, options);
      const ended = exchanged.ended === "silent" ? "no end within the timeouts" : null;
      const difference = ended ?? differenceOf(outcomeOfOurs(exchanged.answers), outcomes);
      if (difference !== null) findings.keep(`${name}, on ${way.name}`, difference, bytes);
    }
  });
  // None of these is a message, whatever hides behind what.
  if (attack.agent.arrived > 0) findings.add(`${attack.agent.arrived} messages were stored`);
  await close();
  bare.close();
  return { inputs: requests.length, checks: texts.length * ways.length };
}
