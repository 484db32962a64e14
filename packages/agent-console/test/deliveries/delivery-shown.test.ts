import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DeliveryRow } from "../../page/deliveries/delivery-row.tsx";
import { NothingFailed } from "../../page/deliveries/nothing-failed.tsx";
import { FirstMinuteContext } from "../../page/first-minute/first-minute-context.ts";
import type { DeliveryView } from "../../src/deliveries/delivery-view.ts";

const delivery: DeliveryView = {
  id: "c1.2",
  conversationId: "c1",
  sequence: 2,
  messageSequence: 2,
  channelId: "shop",
  kind: "outbound",
  state: "failed",
  failure: { reason: "timeout" },
  acceptedAt: Date.UTC(2026, 0, 1),
  attempts: [],
  attempt: 3,
  nextAttemptAt: null,
  visitor: { id: "1", name: "Ann" },
  message: {
    id: "2",
    direction: "outbound",
    type: "text",
    text: "Your order is <b>here</b>",
    state: "failed",
    at: Date.UTC(2026, 0, 1),
  },
};

const row = (shown: DeliveryView) =>
  renderToStaticMarkup(createElement(DeliveryRow, { delivery: shown }));

const nothingFailed = (chatted: boolean) =>
  renderToStaticMarkup(
    createElement(
      FirstMinuteContext,
      {
        value: { view: { chatted, asksName: false, shopUrl: null }, reload: async () => undefined },
      },
      createElement(NothingFailed),
    ),
  );

describe("a delivery in the list", () => {
  it("names its visitor, and shows the beginning of its message as text", () => {
    expect(row(delivery)).toContain("Ann");
    expect(row(delivery)).toContain("Your order is &lt;b&gt;here&lt;/b&gt;");
  });

  it("says so when its visitor was erased", () => {
    const { visitor: _visitor, message: _message, ...erased } = delivery;
    expect(row(erased)).toContain("Erased visitor");
  });
});

describe("the empty list of failed messages", () => {
  it("does not say that answers arrived before any did", () => {
    expect(nothingFailed(false)).toContain("No message has reached a visitor yet");
    expect(nothingFailed(true)).not.toContain("yet");
  });
});
