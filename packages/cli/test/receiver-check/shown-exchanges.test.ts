import { RawServer } from "@parley/conformance";
import { describe, expect, it, onTestFinished } from "vitest";
import { maskOf } from "../../src/receiver-check/exchange/mask.ts";
import { readSigner } from "../../src/receiver-check/exchange/signer.ts";
import { verdictView, type VerdictView } from "../../src/receiver-check/verdict/verdict-view.ts";
import { checked } from "./support/checked.ts";
import { openReceiver, shown } from "./support/receiver.ts";
import { signingKey } from "./support/verifiers.ts";

const ok = 'HTTP/1.1 200 OK\r\nX-Odd:  two  words\r\nContent-Length: 15\r\n\r\n{"result":"ok"}';

describe("what is shown of an exchange", () => {
  it("is the request as it went over the wire, field by field and byte by byte", async () => {
    const server = await RawServer.open((socket) => void socket.write(ok));
    onTestFinished(() => server.close());
    const only = new Set(["content-length", "chunked", "pieces", "repeat"]);
    const signer = readSigner(signingKey);
    const verdicts = await checked(`${server.url}/in`, { only, signer });
    const shownRequests = verdicts
      .flatMap(({ exchanges }) => exchanges)
      .map(({ requestHeaders, requestBody }) => ({
        head: requestHeaders.map(([name, value]) => `${name}: ${value}`.toLowerCase()).toSorted(),
        body: requestBody,
      }));
    // The first request is first contact, which these rules do not show.
    expect(shownRequests).toEqual(server.requests.slice(1).map(readRequest));
    expect(shownRequests).toHaveLength(6);
  });

  it("is the answer: status, every field, and the first 2048 bytes of its body", async () => {
    const text = "ä".repeat(3_000);
    const url = await openReceiver({
      react: () => ({ ...shown(text), headers: { "x-receiver": "shop 7", date: "today" } }),
    });
    const [verdict] = await checked(url, { only: new Set(["acknowledgement"]) });
    const answer = verdict && verdictView(verdict, (text) => text).exchanges[0]?.answer;
    expect(answer?.status).toBe(200);
    expect(answer?.headers).toEqual([
      ["content-type", "application/json"],
      ["x-receiver", "shop 7"],
      ["date", "today"],
      ["Connection", "keep-alive"],
      ["Keep-Alive", "timeout=5"],
      ["Transfer-Encoding", "chunked"],
    ]);
    const whole = JSON.stringify({ result: "ok", shown: text });
    expect(answer?.cut).toBe(true);
    expect(answer?.bodyBytes).toBe(Buffer.byteLength(whole));
    expect(whole.startsWith(answer?.body.replace(/\uFFFD$/, "") ?? "?")).toBe(true);
    expect(Buffer.byteLength(answer?.body ?? "")).toBeGreaterThan(2_040);
  });

  it("contains no signing key, no credentials of the URL and no cookie", async () => {
    const url = await openReceiver({
      react: () => ({
        status: 400,
        headers: { "set-cookie": "session=canary-cookie" },
        body: `I know ${signingKey} and canary-token`,
      }),
    });
    const verdicts = await checked(`${url}?access_token=canary-token&x=1`, {
      signer: readSigner(signingKey),
    });
    const mask = maskOf([signingKey, signingKey.slice("whsec_".length)]);
    const text = JSON.stringify(verdicts.map((verdict): VerdictView => verdictView(verdict, mask)));
    expect(text).not.toContain(signingKey.slice("whsec_".length));
    expect(text).not.toContain("canary-cookie");
    expect(text).not.toContain("access_token=canary-token");
    expect(text).toContain("access_token=***&x=1");
  });
});

/** A request of `RawServer` in the same form. */
function readRequest(text: string): { readonly head: readonly string[]; readonly body: string } {
  const [head = "", body = ""] = Buffer.from(text, "latin1")
    .toString()
    .split(/\r\n\r\n(.*)/s);
  const [, ...fields] = head.toLowerCase().split("\r\n");
  const isChunked = fields.includes("transfer-encoding: chunked");
  return { head: fields.toSorted(), body: isChunked ? unchunked(text) : body };
}

function unchunked(text: string): string {
  const [, body = ""] = text.split(/\r\n\r\n(.*)/s);
  let rest = body;
  let whole = "";
  for (;;) {
    const size = Number.parseInt(rest, 16);
    if (!(size > 0)) return Buffer.from(whole, "latin1").toString();
    const start = rest.indexOf("\r\n") + 2;
    whole += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
}
