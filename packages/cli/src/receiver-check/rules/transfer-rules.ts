import type { ChannelKnobs } from "@parley/core";
import { allTaken, endingWords, isTaken } from "../verdict/ending-words.ts";
import { textFinding } from "./text-finding.ts";
import type { RuleContext, Rule } from "./rule.ts";
import { failed, type Finding, passed, skipped } from "../verdict/verdict.ts";

/** How bodies are transferred, and how connections are used (§4.5). */
export const transferRules: readonly Rule[] = [
  {
    id: "content-length",
    played: "a body with Content-Length",
    contract: "§4.5",
    play: (bench) => playTransfer(bench, "content-length", countedAdvice),
  },
  {
    id: "chunked",
    played: "a body with chunked transfer encoding, in one chunk and in several",
    contract: "§4.5",
    async play(bench) {
      const found = await playTransfer(bench, "chunked", chunkedAdvice);
      return found.state === "passed" ? playChunks(bench, found) : found;
    },
  },
  {
    id: "pieces",
    played: "a body that arrives in several packets, cut within characters",
    contract: "§4.5",
    play: ({ line, drafts, address }) =>
      textFinding({
        line,
        text: drafts.marked("naïve привет 你好 €".repeat(4)),
        send: (draft) => line.sendSlowly(draft, address, 8),
        draft: (text) => drafts.text(text),
        altered: "failed",
        advice: "Collect all bytes of the body before you decode and parse it.",
      }),
  },
  {
    id: "keep-alive",
    played: "five requests over one connection",
    contract: "§4.5",
    play: playKeepAlive,
  },
  {
    id: "parallel",
    played: "eight messages at the same time, for eight visitors unless one was named",
    contract: "§4.3",
    play: playParallel,
  },
];

const countedAdvice =
  'The gateway sends Content-Length by default; set the channel\'s knob transfer: "chunked" until the receiver takes both.';
const chunkedAdvice =
  'The gateway sends Content-Length by default, so keep the channel\'s knob transfer: "content-length"; a proxy in front of the receiver may have to be told to allow chunked requests.';
const parallelAdvice =
  "Messages of different visitors come at the same time: let none wait for, or share state with, another one.";
const keepAliveAdvice =
  "Read every request to its end, frame every answer exactly (Content-Length or chunked), and announce the end of a connection with Connection: close.";

async function playTransfer(
  { line, drafts }: RuleContext,
  transfer: ChannelKnobs["transfer"],
  advice: string,
): Promise<Finding> {
  const other = line.with({}, { transfer });
  return allTaken([await other.post(drafts.text(`Hello by ${transfer}`))], other, advice);
}

async function playChunks(
  { line, drafts, address }: RuleContext,
  first: Finding,
): Promise<Finding> {
  const other = line.with({}, { transfer: "chunked" });
  const several = await other.sendSlowly(drafts.text("Hello in several chunks"), address, 5);
  return allTaken([...first.exchanges, several], other, chunkedAdvice);
}

async function playParallel({ line, drafts, namedVisitor }: RuleContext): Promise<Finding> {
  const messages = Array.from({ length: 8 }, (_, index) =>
    drafts.text(
      "Hello at the same time",
      namedVisitor ? undefined : JSON.stringify(`parley-check-${index + 1}`),
    ),
  );
  return allTaken(await line.postAll(messages), line, parallelAdvice);
}

async function playKeepAlive({ line, drafts }: RuleContext): Promise<Finding> {
  const exchanges = await line.converse(
    Array.from({ length: 5 }, (_, index) => drafts.text(`Hello ${index + 1} of 5`)),
  );
  const bad = exchanges.findIndex((exchange) => !isTaken(exchange));
  const ended = exchanges[bad];
  if (ended)
    return failed(
      `Request ${bad + 1} of 5: ${endingWords(ended)}`,
      keepAliveAdvice,
      exchanges,
      ended,
    );
  if (exchanges.some(({ reused }) => reused)) return passed("All 5 were acknowledged.", exchanges);
  return skipped("The receiver closes every connection after one answer, which it may.", exchanges);
}
