import { textPieces, visibleText } from "@parley/core/text";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { injections } from "../../injections/all.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const at = 1_700_000_000_000;

/** API answers in which every text of visitors, browsers, integrating systems and operators is injected. */
const answers: Readonly<Record<string, unknown>> = {
  people: { people: injections.map((text, id) => personOf(text, id)) },
  invitations: {
    invitations: injections.map((email, id) => {
      return { id, email, role: "agent", issuedBy: { id, name: email }, expiresAt: at };
    }),
  },
  sessions: {
    sessions: injections.map((text, id) => ({
      id,
      userAgent: text,
      address: text,
      lastSeenAt: at,
    })),
  },
  channels: { channels: injections.map((text, id) => ({ id: `${id}`, chatApiUrl: text })) },
  "deliveries?*": { deliveries: injections.map(deliveryOf), next: null },
  "deliveries/1": deliveryOf(injections.join(" "), 1),
  "channels/1": { id: "1", chatApiUrl: injections.join(" "), hiddenErrorCodes: [] },
};

function personOf(text: string, id: number) {
  return { id, email: text, name: text, role: "agent", disabled: false, lastSeenAt: at };
}

function deliveryOf(text: string, id: number) {
  const attempt = {
    attempt: 1,
    outcome: "failure-shape",
    status: 200,
    description: text,
    startedAt: at,
  };
  return {
    id: String(id),
    conversationId: "1",
    channelId: "1",
    kind: "outbound",
    state: "failed",
    failure: { reason: "rejected", description: text },
    acceptedAt: at,
    attempts: [{ ...attempt, durationMs: 1 }],
    attempt: 1,
    nextAttemptAt: null,
  };
}

const visible = injections.map(visibleText);
const linesOf = (text: string): string =>
  textPieces(text, { lines: true })
    .map((piece) => piece.text)
    .join("");
const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents();

describe("strings of others that look like code, on the pages beside the inbox", () => {
  it("are text, and run, load and lead nowhere", { timeout: 120_000 }, async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    for (const [path, json] of Object.entries(answers)) {
      await page.route(`**/console/api/${path}`, (route) => route.fulfill({ json }));
    }
    for (const [address, selector] of [
      ["people", '[data-testid="person"] strong'],
      ["people", '[data-testid="invitation"] strong'],
      ["people", '[data-testid="invitation-issuer"]'],
      ["channels", '[data-testid="channel"] .muted'],
      ["deliveries/failed", '[data-testid="delivery"] .said'],
    ] as const) {
      await page.goto(`${host.url}/console/#/${address}`);
      await page.locator(selector).first().waitFor();
      const shown = await textsOf(page, selector);
      const bare = shown.map((text) => (selector.endsWith("said") ? text.slice(1, -1) : text));
      expect(bare).toEqual(selector.endsWith("said") ? injections.map(linesOf) : visible);
    }
    await page.goto(`${host.url}/console/#/account`);
    await page.getByTestId("session").first().waitFor();
    const agents = page.locator('[data-testid="session"] strong');
    const titles = await agents.evaluateAll((all) => all.map((each) => each.getAttribute("title")));
    expect(titles).toEqual(visible);
    await page.goto(`${host.url}/console/#/delivery/1`);
    await page.getByTestId("attempt").waitFor();
    const joined = injections.join(" ");
    expect(await textsOf(page, '[data-testid="attempt-description"]')).toEqual([
      `“${linesOf(joined)}”`,
    ]);
    await page.goto(`${host.url}/console/#/channel/1`);
    expect(await page.getByTestId("channel-url-field").getAttribute("value")).toBe(joined);
  });

  it("are harmless in the page's address", { timeout: 120_000 }, async () => {
    const { host } = await start();
    const guest = await pages.open(host.url);
    await guest.goto(`${host.url}/console`);
    const some = injections.filter((_, index) => index % 5 === 0);
    for (const text of [...some, "__proto__", "constructor", "toString", "%", "%00", ".."]) {
      await guest.evaluate((hash) => (location.hash = hash), `#/sign-in/${text}`);
      await guest.getByTestId("sign-in-email").waitFor();
    }
    const admin = await pages.signedIn(host.url);
    for (const place of ["c", "channel", "delivery", "deliveries", "people", "nothing"]) {
      for (const text of ["__proto__", "constructor", "..", "%2e%2e", "%", "a/b?c#d"]) {
        await admin.evaluate((hash) => (location.hash = hash), `#/${place}/${text}`);
        await admin.getByTestId("account-name").waitFor();
      }
    }
    await admin.evaluate(() => (location.hash = "#/people"));
    await admin.getByTestId("person").waitFor();
  });
});
