import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkReceiver } from "../../src/receiver-check/check-receiver.ts";
import { recipientIdOf } from "../../src/receiver-check/exchange/recipient-id.ts";
import { ruleRows } from "../../src/receiver-check/rules/rules.ts";
import { readSigner } from "../../src/receiver-check/exchange/signer.ts";
import { checked, troubles } from "./support/checked.ts";
import { openReceiver, shown } from "./support/receiver.ts";

const constant = { react: () => ({ body: '{"ok":true}' }) };

describe("the channel's knobs", () => {
  it('a receiver that says yes in its own words has no fault under acknowledge: "affirmative"', async () => {
    const verdicts = await checked(await openReceiver(constant), {
      knobs: { acknowledge: "affirmative" },
    });
    expect(troubles(verdicts)).toEqual([]);
  });

  it("a knob that takes more than the receiver needs is warned of, with the strictest value that fits", async () => {
    for (const [body, given, strictest] of [
      ['{"ok":true}', "any-2xx", "affirmative"],
      ['{"result":"ok"}', "any-2xx", "result-ok"],
      ['{"result":"ok"}', "affirmative", "result-ok"],
    ] as const) {
      const url = await openReceiver({ react: () => ({ body }) });
      const only = new Set(["acknowledgement"]);
      const verdicts = await checked(url, { knobs: { acknowledge: given }, only });
      expect(troubles(verdicts)).toEqual(["acknowledgement: warned"]);
      expect(verdicts[0]?.advice).toContain(`acknowledge: "${strictest}" instead of "${given}"`);
      expect(verdicts[0]?.advice?.includes("counts every other 2xx")).toBe(given === "any-2xx");
    }
  });

  it("the strictest value that fits is offered, and what any-2xx hides is told", async () => {
    for (const [body, value] of [
      ['{"ok":true}', "affirmative"],
      [JSON.stringify('{"result": "ok"}'), "affirmative"],
      ["OK", "any-2xx"],
      ["", "any-2xx"],
    ] as const) {
      const url = await openReceiver({ react: () => ({ body }) });
      const verdicts = await checked(url, { only: new Set(["acknowledgement"]) });
      expect(troubles(verdicts)).toEqual(["acknowledgement: failed"]);
      expect(verdicts[0]?.advice).toContain(`acknowledge: "${value}"`);
      expect(verdicts[0]?.advice?.includes("counts every other 2xx")).toBe(value === "any-2xx");
    }
  });

  it("a message that needs a looser value than the text did is offered it", async () => {
    const url = await openReceiver({
      react: ({ message }) => ({ body: message["type"] === "photo" ? "OK" : '{"ok":true}' }),
    });
    const verdicts = await checked(url, { only: new Set(["type-photo"]) });
    expect(troubles(verdicts)).toEqual(["acknowledgement: failed", "type-photo: failed"]);
    expect(verdicts.at(-1)?.advice).toContain('acknowledge: "any-2xx"');
  });

  it("a receiver without them has the other rules judged under the knob that its fault calls for", async () => {
    const verdicts = await checked(await openReceiver(constant));
    const { advice } = verdicts.find(({ state }) => state === "failed") ?? {};
    expect(advice).toContain('acknowledge: "affirmative"');
    expect(verdicts.find(({ rule }) => rule === "repeat")?.state).toBe("passed");
  });

  it("a URL that ends with the channel's id already is told to leave it off", async () => {
    const url = await openReceiver({
      react: ({ request }) =>
        /^\/agent-messages\/shop(?:$|\?)/.test(request.url ?? "")
          ? null
          : { status: 404, body: "" },
    });
    const verdicts = await checked(`${url}/shop`);
    expect(troubles(verdicts)).toEqual(["address: failed"]);
    const { advice } = verdicts.find(({ rule }) => rule === "address") ?? {};
    expect(advice).toContain("leave it off and name it with --channel.");
    expect(troubles(await checked(url))).toEqual([]);
  });

  it("a URL with a query, and one that is redirected to a slash, get an address that was tried", async () => {
    for (const [served, path, rule, advised] of [
      ["/agent-messages?k=1&channel=shop", "?k=1", "address", "?k=1&channel={channel}"],
      ["/agent-messages/shop/", "", "redirect", "/{channel}/"],
    ] as const) {
      const url = await openReceiver({
        react: ({ request }) => {
          if (request.url === served) return null;
          return rule === "redirect"
            ? { status: 301, headers: { location: served }, body: "" }
            : { status: 404, body: "" };
        },
      });
      const verdicts = await checked(url + path, { only: new Set(["repeat"]) });
      expect(troubles(verdicts)).toEqual([`${rule}: failed`]);
      expect(verdicts[0]?.advice).toContain(`/agent-messages${advised}`);
      expect(verdicts.at(-1)?.state).toBe("passed");
    }
  });

  it("a template puts the channel's id where it says", async () => {
    const seen = new Set<string | undefined>();
    const url = await openReceiver({
      react: ({ request }) => {
        seen.add(request.url);
        return null;
      },
    });
    expect(troubles(await checked(`${url}?c={channel}&v=1`))).toEqual([]);
    expect([...seen]).toEqual(["/agent-messages?c=shop&v=1"]);
  });

  it("with chunked as the channel's transfer, a receiver that takes none fails that rule alone", async () => {
    const url = await openReceiver({
      react: ({ request }) =>
        "transfer-encoding" in request.headers ? { status: 501, body: "" } : null,
    });
    const verdicts = await checked(url, { knobs: { transfer: "chunked" } });
    expect(troubles(verdicts)).toEqual(["chunked: failed"]);
  });
});

describe("the rules to play", () => {
  it("are those that were asked for, and what fails before them", async () => {
    const only = new Set(["repeat", "chunked"]);
    const fine = await checked(await openReceiver(), { only });
    expect(fine.map(({ rule, state }) => `${rule}: ${state}`)).toEqual([
      "chunked: passed",
      "repeat: passed",
    ]);
    const broken = await openReceiver({ react: () => ({ status: 500, body: "" }) });
    const verdicts = await checked(broken, { only });
    expect(verdicts.map(({ rule, state }) => `${rule}: ${state}`)).toEqual([
      "status: failed",
      "chunked: skipped",
      "repeat: skipped",
    ]);
  });

  it("have ids of their own", () => {
    expect(new Set(ruleRows.map(({ id }) => id)).size).toBe(ruleRows.length);
  });

  it("end when they are told to, without a verdict on what was cut off", async () => {
    const controller = new AbortController();
    const url = await openReceiver({
      react: ({ message }) => {
        if (message["type"] !== "video") return null;
        controller.abort();
        return "silence";
      },
    });
    const options = {
      chatApiUrl: url,
      channelId: "shop",
      knobs: {},
      signer: null,
      recipientId: null,
      allowInsecureLoopback: true,
      allowTargets: [],
      only: null,
    };
    const verdicts = await Array.fromAsync(checkReceiver(options, controller.signal));
    expect(verdicts.at(-1)?.rule).toBe("type-typeout");
  });
});

describe("a target that cannot be called", () => {
  const faults: readonly (readonly [string, string, string, boolean])[] = [
    ["http without leave", "http://127.0.0.1:9/x", "The URL is not https.", false],
    [
      "a private address",
      "https://10.0.0.1/x",
      "The name has an address that is not public.",
      false,
    ],
    [
      "this machine without leave",
      "https://127.0.0.1:9/x",
      "The name has an address that is not public.",
      false,
    ],
    ["a closed port", "http://127.0.0.1:9/x", "Nothing listens at this address and port.", true],
  ];
  for (const [name, url, seen, allowInsecureLoopback] of faults) {
    it(`${name}: “${seen}”, and every other rule is skipped`, async () => {
      const verdicts = await checked(url, { allowInsecureLoopback });
      expect(troubles(verdicts)).toEqual(["target: failed"]);
      expect(verdicts[0]?.seen).toBe(seen);
      expect(verdicts.filter(({ state }) => state === "skipped")).toHaveLength(ruleRows.length - 1);
    });
  }

  it("a port without TLS is told apart from a wrong certificate", async () => {
    const server = createServer(() => {}).on("clientError", (_error, socket) => {
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const verdicts = await checked(`https://127.0.0.1:${port}/x`);
    expect(verdicts[0]?.seen).toBe("The port does not speak TLS.");
  });
});

it("a receiver that takes more than half of its time is warned, though it is in time", async () => {
  const { firstContactFinding: remark } =
    await import("../../src/receiver-check/rules/first-contact-finding.ts");
  const [verdict] = await checked(await openReceiver({ react: () => shown("") }), {
    only: new Set(["deadline"]),
  });
  const [exchange] = verdict?.exchanges ?? [];
  if (!exchange) throw new Error("no exchange");
  const line = { deadlineMs: 3_000 } as Parameters<typeof remark>[2];
  expect(remark("deadline", { ...exchange, durationMs: 1_501 }, line).state).toBe("warned");
  expect(remark("deadline", { ...exchange, durationMs: 1_499 }, line).state).toBe("passed");
});

it("a visitor is named as a number, as JSON text or as plain text", () => {
  expect(["42", '"42"', "007", "-1", "anna", '"a"b'].map(recipientIdOf)).toEqual([
    "42",
    '"42"',
    '"007"',
    "-1",
    '"anna"',
    String.raw`"\"a\"b"`,
  ]);
});

it("a signing key has 24 to 64 bytes in base64, with or without its prefix", () => {
  const key = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64");
  const usable = [`whsec_${key(24)}`, key(64)];
  expect(usable.map((text) => readSigner(text) !== null)).toEqual([true, true]);
  const unusable = ["", "whsec_", `whsec_${key(23)}`, key(65), `whsec_${key(32)}!`, "secret"];
  expect(unusable.map((text) => readSigner(text))).toEqual(unusable.map(() => null));
});
