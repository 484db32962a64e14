import * as runner from "vitest";
import { collectResults, ingressSuite } from "../../../src/index.ts";
import { wantRefusal } from "../../../src/ingress/ingress-trial.ts";
import { httpIngress, type IngressFlaws } from "../../support/http-ingress.ts";

const { describe, expect, it } = runner;

ingressSuite(runner, "the smallest ingress", httpIngress);

/** Each flaw, and the rules that its red tests name, without what tells the tests of one rule apart. */
const flawed: readonly (readonly [IngressFlaws, readonly string[]])[] = [
  [
    { answersEarly: true },
    [
      "nothing is answered while the inbox is still storing",
      "what was dropped comes back as warnings",
      "the inbox's refusal keeps its status, number and words",
      "pipelined requests are answered in the order in which they came",
      "an inbox that breaks its word never becomes a 200, nor shows what went wrong",
    ],
  ],
  [
    { parsesJson: true },
    [
      "every sample body reaches the inbox byte for byte",
      "what is not even text reaches the inbox byte for byte",
      "a body of 64 KiB is taken whole, one byte more is 413 and reaches nobody",
    ],
  ],
  [{ believesContentType: true }, ["a body is a body whatever its Content-Type says"]],
  [
    { echoesAddress: true },
    [
      "whatever is unknown is answered alike, to the last byte",
      "what is refused repeats nothing of what was asked for",
    ],
  ],
  [
    { asksBefore405: true },
    ["405 is decided by the shape of the path alone, and says what is allowed"],
  ],
  [
    { hasNoBound: true },
    [
      "a body of 64 KiB is taken whole, one byte more is 413 and reaches nobody",
      "a body announced too large is refused before it comes",
      "a body that grows too large in chunks is refused as soon as it does",
    ],
  ],
  [
    { unpacks: true },
    [
      "a body under Content-Encoding is 415, neither read nor unpacked",
      "what stands behind an answer that closes the connection reaches nobody",
    ],
  ],
  [{ goesOn: true }, ["what stands behind an answer that closes the connection reaches nobody"]],
  [
    { showsErrors: true },
    ["an inbox that breaks its word never becomes a 200, nor shows what went wrong"],
  ],
  [
    { keepsPasses: true },
    [
      "a pass is good for one request, unless the inbox renews it",
      "a pass is renewed for the address that it was given for alone",
    ],
  ],
  [{ renewsForAny: true }, ["a pass is renewed for the address that it was given for alone"]],
  [{ saysTrue: true }, ["the status is the one character"]],
  [
    { sendsHalves: true },
    ["a sender who goes away in the middle reaches nobody, and harms nobody"],
  ],
];

/** A suite that waits for answers that never come takes its time, more so on a busy machine. */
const timeoutMs = 120_000;

describe("the suite finds an ingress that gets it wrong", () => {
  it.each(flawed)(
    "%j",
    async (flaws, rules) => {
      const results = await collectResults((runner) =>
        ingressSuite(runner, "a flawed ingress", (inbox, setting) =>
          httpIngress(inbox, setting, flaws),
        ),
      );
      const red = results.filter(({ failure }) => failure !== null);
      const named = new Set(red.map(({ title }) => rules.find((rule) => title.startsWith(rule))));
      expect([...named]).toEqual(rules);
      for (const { title, failure } of red) {
        expect(failure?.message.split("\n")[0]).toBe(`${title} — see docs/ports.md#ingress`);
      }
    },
    timeoutMs,
  );
});

describe("a refusal that is no JSON", () => {
  it.each(["", "[1", "null"])("is named as one, and not as a parser's trouble: %j", (body) => {
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    expect(() => wantRefusal("refused", { status: 404, headers, body }, 404)).toThrow(
      /^in the failure shape/,
    );
  });
});
