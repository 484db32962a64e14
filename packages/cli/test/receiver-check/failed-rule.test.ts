import { describe, expect, it } from "vitest";
import { failedRuleOf } from "../../src/receiver-check/rules/failed-rule.ts";
import type { Exchange } from "../../src/receiver-check/exchange/exchange.ts";

function refusedWith(status: number): Exchange {
  return {
    url: "https://shop.example/shop",
    requestHeaders: [["Host", "shop.example"]],
    requestBody: "{}",
    answer: { status, headers: [], body: new Uint8Array(), truncated: false },
    ending: { kind: "failure-shape", status, code: 404 },
    durationMs: 1,
    reused: false,
    address: "192.0.2.1",
  };
}

describe("advice on a failure shape", () => {
  it.each([404, 405])("on HTTP %i is about the path, as without one", (status) => {
    expect(failedRuleOf(refusedWith(status), null)?.advice).toContain("serve that path");
  });

  it("on any other status is about the visitor", () => {
    expect(failedRuleOf(refusedWith(200), null)?.advice).toContain("--recipient");
  });
});
