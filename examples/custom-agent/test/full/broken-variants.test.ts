import { agentBackendSuite, collectResults } from "@parley/conformance";
import type { ContainerModule } from "inversify";
import { describe, expect, it } from "vitest";
import { givesNoReason } from "../broken/gives-no-reason.ts";
import { greetsEveryHandOver } from "../broken/greets-every-hand-over.ts";
import { ignoresAbort } from "../broken/ignores-abort.ts";
import { ignoresThePause } from "../broken/ignores-the-pause.ts";
import { ignoresItsTurn } from "../broken/ignores-its-turn.ts";
import { keepsItsMapInMemory } from "../broken/keeps-its-map-in-memory.ts";
import { losesFields } from "../broken/loses-fields.ts";
import { notIdempotent } from "../broken/not-idempotent.ts";
import { outOfOrder } from "../broken/out-of-order.ts";
import { rejectsWhatPasses } from "../broken/rejects-what-passes.ts";
import { sendsUntilAccepted } from "../broken/sends-until-accepted.ts";
import { takenTooSoon } from "../broken/taken-too-soon.ts";
import { takesSilenceForYes } from "../broken/takes-silence-for-yes.ts";
import { openEcho } from "../support/open-echo.ts";

const away = "while the app is away nothing is taken, and nothing is refused for good";
const abort = "a call whose signal aborts ends promptly";
const atOnce = "the same event.id in two calls at once is shown once";
const refusing = "what the app will never take is rejected, with the reason";
const notOwner = "an answer that is refused because the conversation is another's is given up";
const wherever = "no message is lost or doubled, wherever the gateway dies on its way";
const storeFails = "no message is lost or doubled, when the store fails after it did its work";
const whoDies = (trouble: string): readonly [string, string] => [
  `no message is lost or doubled, when the gateway dies while the app is in trouble: ${trouble}`,
  `no message is lost or doubled, when the app in trouble dies: ${trouble}`,
];
const [gatewayDiesUnheard, appDiesUnheard] = whoDies("answer-lost");
const givenUp = "a call that was given up ends, and the event comes again at once";
const stale = "what a call writes when its turn has passed to another node changes nothing";
const leftAlone = "the app is left alone for as long as it asks, also when the gateway dies";
const answerOnce = "an answer goes out once, wherever the gateway dies on its way";
const forty = "forty conversations side by side stay whole and in order, whoever dies";
const early = [...whoDies("away"), ...whoDies("silent"), givenUp, leftAlone, forty];
const types = ["audio", "document", "location", "photo", "sticker", "video", "voice"];

/** Each broken agent, and all rules that must fail for it. */
const broken: readonly (readonly [string, () => ContainerModule, readonly string[]])[] = [
  ["says taken before the work is done", takenTooSoon, [away, abort, refusing, ...early]],
  [
    "does the work anew when an event comes again",
    notIdempotent,
    [
      "the same event.id again is taken and shown once",
      atOnce,
      "an answer that was lost on its way does not double the message",
      "a call whose signal was aborted before it began says taken only if it is so",
      "what the app answers by itself has an idempotency key made of the event",
      "what the app answers by itself reaches the visitor once",
      wherever,
      storeFails,
      gatewayDiesUnheard,
      appDiesUnheard,
      stale,
      answerOnce,
      forty,
    ],
  ],
  [
    "ignores the signal",
    ignoresAbort,
    [
      abort,
      "what an aborted call left behind and the event once more make one message",
      whoDies("silent")[1],
      givenUp,
      forty,
    ],
  ],
  [
    "works off what it took from the wrong end",
    outOfOrder,
    [
      "untrusted text is shown as it is: neither read as markup nor mended",
      "a conversation's messages are shown in the order in which they came",
      "conversations under way at the same time are kept apart",
      away,
      abort,
      refusing,
      "trouble with one message leaves those after it in order",
      ...early,
    ],
  ],
  [
    "passes on the fields it knows",
    losesFields,
    types.map(
      (type) => `a visitor's message reaches the app with every field of its type: ${type}`,
    ),
  ],
  ["rejects for trouble that passes", rejectsWhatPasses, [away, ...whoDies("away"), leftAlone]],
  [
    "rejects without a reason",
    givesNoReason,
    ["an event of a conversation nobody knows breaks nothing", refusing, notOwner],
  ],
  ["ignores its turn", ignoresItsTurn, [atOnce, stale]],
  [
    "keeps its map in memory",
    keepsItsMapInMemory,
    [wherever, gatewayDiesUnheard, stale, answerOnce, forty],
  ],
  ["ignores the pause", ignoresThePause, [leftAlone]],
  ["sends what is refused until it is accepted", sendsUntilAccepted, [notOwner]],
  [
    "greets at every hand-over",
    greetsEveryHandOver,
    ["a hand-over that comes again changes nothing, and the events after it are shown"],
  ],
  ["acknowledges before it stored", takesSilenceForYes, [...whoDies("silent"), givenUp, forty]],
];

/** Waiting for answers that never come takes time, more on a busy machine. */
const timeoutMs = 120_000;

describe("the suite finds an agent that", () => {
  it.each(broken)(
    "%s, and names the rule",
    async (name, makePlugin, rules) => {
      const results = await collectResults((runner) =>
        agentBackendSuite(runner, name, openEcho(makePlugin)),
      );
      const red = results.filter(({ failure }) => failure !== null);
      expect(red.map(({ title }) => title)).toEqual(rules);
      for (const { title, failure } of red) {
        expect(failure?.message.split("\n")[0]).toBe(
          `${title} — see docs/write-an-agent-backend.md#rules`,
        );
      }
    },
    timeoutMs,
  );
});
