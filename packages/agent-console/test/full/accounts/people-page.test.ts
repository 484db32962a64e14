import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { joined, longPassword } from "../../support/accounts/people.ts";
import { text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const ben = "ben@parley.example";
const credentials = { email: ben, password: longPassword };

const row = (page: Page, email: string) => page.locator(`[data-email="${email}"]`);

async function toPeople(page: Page): Promise<void> {
  await page.getByTestId("place-people").click();
  await page.getByTestId("person").first().waitFor();
}

/** Clicks a button and confirms. */
async function confirm(page: Page, email: string, testId: string): Promise<void> {
  await row(page, email).getByTestId(testId).click();
  await row(page, email).getByTestId(`${testId}-confirm`).click();
}

describe("the page of people", { timeout: 120_000 }, () => {
  it("invites by a link that somebody takes up in another browser; the admin's page hears of it", async () => {
    const { host } = await start();
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    await admin.getByTestId("invite-email").fill(ben);
    await admin.getByTestId("invite-submit").click();
    const link = await admin.getByTestId("invitation-link").inputValue();
    await admin.locator(`[data-testid="invitation"][data-email="${ben}"]`).waitFor();

    const guest = await pages.open(host.url);
    await guest.goto(link);
    await expect.poll(() => guest.getByTestId("link-email").inputValue()).toBe(ben);
    await guest.getByTestId("join-name").fill("Ben");
    await guest.getByTestId("new-password").fill("short");
    await guest.getByTestId("join-submit").click();
    expect(await guest.getByTestId("join-name").isVisible()).toBe(true);
    await guest.getByTestId("new-password").fill(longPassword);
    await guest.getByTestId("join-submit").click();
    await guest.getByTestId("empty-list").waitFor();
    expect(await guest.getByTestId("account-name").textContent()).toBe("Ben");
    expect(guest.url()).not.toContain("join");
    expect(await guest.getByTestId("places").innerText()).toBe("Inbox\nReplies");

    const person = admin.locator(`[data-testid="person"][data-email="${ben}"]`);
    await person.getByTestId("person-role").getByText("Agent").waitFor();
    await admin.getByTestId("invitation").waitFor({ state: "detached" });
    const late = await pages.open(host.url);
    await late.goto(link);
    await late.getByTestId("signed-out-problem").getByText("is invalid or has expired").waitFor();
    expect(await late.getByTestId("join-submit").count()).toBe(0);
  });

  it("withdraws an invitation, and makes no second account for an email", async () => {
    const { host } = await start();
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    await admin.getByTestId("invite-email").fill(ben);
    await admin.getByTestId("invite-submit").click();
    await admin.getByTestId("invitation-withdraw").click();
    await admin.getByTestId("invitation").waitFor({ state: "detached" });
    expect(await admin.getByTestId("invitation-link").count()).toBe(0);
    await admin.getByTestId("invite-email").fill("ada@parley.example");
    await admin.getByTestId("invite-submit").click();
    await admin.getByTestId("invite-problem").waitFor();
    expect(await admin.getByTestId("invitation").count()).toBe(0);
  });

  it("changes a role, and the other's open page has the places of the new one at once", async () => {
    const { host, client } = await start();
    await client.signIn();
    await joined(host, client);
    const agent = await pages.signedIn(host.url, credentials);
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    await confirm(admin, ben, "person-change-role");
    await row(admin, ben).getByTestId("person-role").getByText("Admin").waitFor();
    await toPeople(agent);
    await confirm(admin, ben, "person-change-role");
    await agent.getByTestId("admins-only").waitFor();
    await agent.getByTestId("place-people").waitFor({ state: "detached" });
  });

  it("says why the last admin stays one", async () => {
    const { host } = await start();
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    await confirm(admin, "ada@parley.example", "person-change-role");
    await admin.getByTestId("person-problem").getByText("This is the last admin").waitFor();
    expect(await admin.getByTestId("person-role").textContent()).toBe("Admin");
  });

  it("disables: the open page is told, and shows the sign-in card without another request", async () => {
    const { host, client } = await start();
    await client.signIn();
    await joined(host, client);
    await host.visitor(text(1, "hello"));
    const agent = await pages.signedIn(host.url, credentials);
    await agent.getByTestId("conversation").click();
    await agent.getByTestId("message").waitFor();
    await agent.getByTestId("availability").click();
    await agent.locator('[data-testid="availability"][aria-checked="true"]').waitFor();
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    const asked: string[] = [];
    agent.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await confirm(admin, ben, "person-disable");
    await agent.getByTestId("sign-in-email").waitFor();
    expect(asked.filter((path) => path !== "/console/api/auth/ways")).toEqual([]);
    expect(await agent.getByTestId("message").count()).toBe(0);
    await row(admin, ben).getByTestId("person-role").getByText("Disabled").waitFor();

    await agent.getByTestId("sign-in-email").fill(ben);
    await agent.getByTestId("sign-in-password").fill(longPassword);
    await agent.getByTestId("sign-in-submit").click();
    await agent.getByTestId("sign-in-error").getByText("password is wrong").waitFor();
    await row(admin, ben).getByTestId("person-enable").click();
    await row(admin, ben).getByTestId("person-role").getByText("Agent").waitFor();
    await agent.getByTestId("sign-in-submit").click();
    await agent.getByTestId("conversation-list").waitFor();
  });

  it("signs somebody out everywhere, and lets them choose a password by a link", async () => {
    const { host, client } = await start();
    await client.signIn();
    await joined(host, client);
    const agent = await pages.signedIn(host.url, credentials);
    const admin = await pages.signedIn(host.url);
    await toPeople(admin);
    await confirm(admin, ben, "person-sign-out");
    await agent.getByTestId("sign-in-email").waitFor();
    await row(admin, ben).getByTestId("person-password-link").click();
    await agent.goto(await row(admin, ben).getByTestId("password-link").inputValue());
    await agent.getByTestId("new-password").fill("a brand new password");
    await agent.getByTestId("password-link-submit").click();
    await agent.getByTestId("conversation-list").waitFor();
    await pages.signedIn(host.url, { email: ben, password: "a brand new password" });
  });
});
