import { type Screen, thread } from "../screens.ts";
import type { Page } from "../windows.ts";
import { answer, hold } from "./routes.ts";

const click =
  (...testIds: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const testId of testIds) await page.getByTestId(testId).first().click();
  };

/** States of all pages besides the inbox. */
export const pageStates: readonly Screen[] = [
  {
    name: "erase",
    route: async (day) => (await thread("maria")(day)).replace("#/c/", "#/erase/"),
    shows: "erase-confirm",
  },
  { name: "erase-gone", route: "#/erase/none", shows: "page-problem" },
  { name: "delivery-gone", route: "#/delivery/none", shows: "page-problem" },
  { name: "channel-gone", route: "#/channel/none", shows: "page-problem" },
  {
    name: "page-loading",
    route: "#/people",
    shows: "people-page",
    arrange: (page) => hold(page, "people"),
  },
  {
    name: "admins-only",
    route: "#/channels",
    shows: "admins-only",
    arrange: (page) =>
      page.route("**/console/api/me", async (route) => {
        const fetched = await route.fetch();
        const me = (await fetched.json()) as { readonly account: object };
        const json = { ...me, account: { ...me.account, role: "agent" } };
        await route.fulfill({ response: fetched, json });
      }),
  },
  { name: "reply-edit", route: "#/replies", shows: "reply", act: click("reply-edit") },
  { name: "reply-delete", route: "#/replies", shows: "reply", act: click("reply-delete") },
  {
    name: "form-not-saved",
    route: "#/account",
    shows: "account-name-field",
    act: async (page) => {
      await page.getByTestId("account-name-field").fill("Ada B.");
      await page.goto(new URL("#/replies", page.url()).href);
      await page.getByTestId("unsent-form").waitFor();
    },
    leave: click("unsent-form-discard", "unsent-form-discard-confirm"),
  },
  { name: "person-disable", route: "#/people", shows: "person", act: click("person-disable") },
  {
    name: "password-link-made",
    route: "#/people",
    shows: "person",
    act: async (page) => {
      await page.getByTestId("person-password-link").first().click();
      await page.getByTestId("password-link").waitFor();
    },
  },
  {
    name: "channel-checked",
    route: "#/channel/outlet",
    shows: "channel-check",
    act: async (page) => {
      await page.getByTestId("channel-check").click();
      await page.getByTestId("finding").first().waitFor();
      await page.getByTestId("test-send").click();
      await page.getByTestId("test-result").getByText(/./).first().waitFor();
    },
  },
  {
    name: "channel-secrets",
    route: "#/channel/outlet",
    shows: "channel-rotate",
    // The windows would change the channel at once.
    arrange: (page) => {
      const ingressUrl = "https://chat.example/chat/outlet-3f9b";
      return answer(page, "channels/outlet/rotate", {
        id: "outlet",
        ingressUrl,
        statusUrl: `${ingressUrl}/status`,
      });
    },
    act: async (page) => {
      await page.getByTestId("channel-rotate").click();
      await page.getByTestId("issued").waitFor();
      await page.getByTestId("channel-remove").click();
    },
  },
  {
    name: "address-refused",
    route: "#/add-channel",
    shows: "channel-url-field",
    act: async (page) => {
      await page.getByTestId("channel-url-field").fill("http://10.1.2.3/agent");
      await page.getByTestId("channel-url-hint").getByText(/./).waitFor();
    },
    leave: (page) => page.evaluate(() => sessionStorage.clear()),
  },
];
