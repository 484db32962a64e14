import * as runner from "vitest";
import { collectResults, type OpenTransport, transportSuite } from "../../src/index.ts";
import { httpTransport, type TransportFlaws } from "../support/http-transport.ts";

const { describe, expect, it } = runner;

const open =
  (flaws: TransportFlaws = {}): OpenTransport =>
  async ({ loopback }) => ({
    transport: httpTransport(loopback === "allowed", flaws),
    close: async () => {},
  });

transportSuite(runner, "the smallest transport", open());

const timeout = "once the signal aborts the attempt ends as a timeout";
const abortedBefore = "a signal that aborted before lets nothing out";
const hangUp =
  "an endpoint that hangs up may have read it: not unreachable, and nothing a second time";
const hangUpLater = "it hangs up after an answer, and the next post does not suffer";
const noAnswer = "what is no answer may have been one: not unreachable, and nothing is sent again";
const throwingPermit = "a permit that throws is none";
const sameTurn = "the permit is asked in the very turn that writes";

/** Each flaw, and the rules that its red tests name, without what tells the tests of one rule apart. */
const flawed: readonly (readonly [TransportFlaws, readonly string[]])[] = [
  [{ followsRedirects: true }, ["a redirect is an answer: nobody goes there"]],
  [{ sendsAgain: true }, [hangUp, hangUpLater, noAnswer]],
  [{ deniesWriting: true }, [hangUp, hangUpLater, noAnswer]],
  [{ asksTooEarly: true }, [sameTurn]],
  [
    { ignoresPermit: true },
    [
      "without the permit nothing is sent",
      "the permit is asked once, before anything arrives",
      throwingPermit,
    ],
  ],
  [{ keepsEverything: true }, ["an answer is kept up to 64 KiB, and says whether it was longer"]],
  [
    { throws: true },
    [
      timeout,
      abortedBefore,
      hangUp,
      hangUpLater,
      throwingPermit,
      sameTurn,
      noAnswer,
      "headers without end are cut off, or end with the signal",
      "where nobody listens is unreachable",
    ],
  ],
  [{ ignoresSignal: true }, [timeout, abortedBefore]],
  [
    { goesAnywhere: true },
    ["an address that is not public is a forbidden target, however it is written"],
  ],
  [
    { countsCharacters: true },
    [
      "the body arrives byte for byte, whichever way it is transferred",
      "a request is a POST of JSON that says how long it is (§4.5)",
    ],
  ],
  [
    { readsText: true },
    [
      "the body of an answer is bytes, none of them changed",
      "an answer is not unpacked, whatever it says it is packed with",
    ],
  ],
  [{ dropsHeaders: true }, ["further headers arrive, and change nothing about the body"]],
  [{ unpacks: true }, ["an answer is not unpacked, whatever it says it is packed with"]],
];

/** A suite that waits for answers that never come takes its time, more so on a busy machine. */
const timeoutMs = 120_000;

describe("the suite finds a transport that gets it wrong", () => {
  it.each(flawed)(
    "%j",
    async (flaws, rules) => {
      const results = await collectResults((runner) =>
        transportSuite(runner, "a flawed transport", open(flaws)),
      );
      const red = results.filter(({ failure }) => failure !== null);
      const named = new Set(red.map(({ title }) => rules.find((rule) => title.startsWith(rule))));
      expect([...named]).toEqual(rules);
      for (const { title, failure } of red) {
        expect(failure?.message).toMatch(/^.* — see docs\/ports\.md#transport(-on-the-wire)?\n/);
        expect(failure?.message).toContain(title);
      }
    },
    timeoutMs,
  );
});

describe("what a red suite leaves behind", () => {
  it("is no server that keeps the process alive", async () => {
    const servers = () =>
      process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
    const before = servers();
    await collectResults((runner) =>
      transportSuite(runner, "a flawed transport", open({ goesAnywhere: true })),
    );
    await expect.poll(servers).toBe(before);
  });
});
