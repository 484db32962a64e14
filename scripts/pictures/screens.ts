import type { Day } from "./day.ts";
import { refusedVisitor, silentVisitor } from "./visitors.ts";
import type { Page } from "./windows.ts";

/** One screen of the walk. To add a screen, add a row. */
export interface Screen {
  /** The pictures' file name, without theme and size. */
  readonly name: string;
  /** Address after `/console/`, or a whole address. */
  readonly route: string | ((day: Day) => Promise<string>);
  /** `data-testid` of an element that the finished screen shows. */
  readonly shows: string;
  /** Default: wide windows and phones. */
  readonly on?: "phone";
  /** When it is taken. Default: signed in, after the day of chats. */
  readonly when?: "signed-out" | "before-the-day";
  /** Done once, before the first picture of the screen. */
  readonly prepare?: (day: Day) => Promise<void>;
  /** Done in each window, before it opens the screen. Its routes end after the visit. */
  readonly arrange?: (page: Page, day: Day) => Promise<unknown>;
  /** Done in each window, when it shows the screen. */
  readonly act?: (page: Page, day: Day) => Promise<unknown>;
  /** Done in each window after the visit, for what would change the screens after it. */
  readonly leave?: (page: Page) => Promise<unknown>;
}

/** The address of a visitor's conversation. */
export const thread = (visitor: string) => async (day: Day) =>
  `#/c/${encodeURIComponent(await day.conversationOf(visitor))}`;

/** The walk, in this order. The last screens add chats and failures, so others come first. */
export const screens: readonly Screen[] = [
  { name: "sign-in", route: "#/", shows: "sign-in-email", when: "signed-out" },
  { name: "inbox-empty", route: "#/", shows: "empty-list", when: "before-the-day" },
  { name: "conversations", route: "#/", shows: "conversation" },
  { name: "inbox", route: thread("maria"), shows: "message" },
  { name: "visitor-card", on: "phone", route: thread("maria"), shows: "message", act: openCard },
  { name: "right-to-left", route: thread("salma"), shows: "message" },
  { name: "location", route: thread("jonas"), shows: "message" },
  { name: "anonymous", route: thread("visitor-7f31"), shows: "message" },
  { name: "not-delivered", route: thread(refusedVisitor), shows: "message" },
  { name: "search", route: "#/", shows: "search-field", act: searchLamp },
  { name: "replies", route: "#/replies", shows: "reply-add-form" },
  { name: "settings", route: "#/settings", shows: "always-show-media" },
  { name: "deliveries-failed", route: "#/deliveries/failed", shows: "delivery" },
  {
    name: "delivery",
    route: async (day) => `#/delivery/${encodeURIComponent(await day.failedDelivery())}`,
    shows: "attempt",
  },
  { name: "dead-letters", route: "#/deliveries/dead-letters", shows: "no-deliveries" },
  { name: "channels", route: "#/channels", shows: "channel" },
  { name: "channel", route: "#/channel/outlet", shows: "channel-url-field" },
  { name: "add-channel", route: "#/add-channel", shows: "channel-id-field" },
  { name: "people", route: "#/people", shows: "person" },
  { name: "account", route: "#/account", shows: "session" },
  {
    name: "not-delivered-yet",
    route: thread(silentVisitor),
    shows: "message",
    prepare: replyThrice,
  },
  {
    name: "deliveries-waiting",
    route: "#/deliveries/waiting",
    shows: "delivery",
    prepare: (day) => day.reply(silentVisitor, "Please bring your order number."),
  },
  {
    name: "shop",
    route: (day) => Promise.resolve(`${day.gateway.shopUrl}/`),
    shows: "shop-messages",
    act: writeInShop,
  },
];

/** The first reply has failed, and the others wait behind it. */
async function replyThrice(day: Day): Promise<void> {
  await day.reply(silentVisitor, "Yes, from 10 to 18 o'clock.");
  await day.reply(silentVisitor, "Shall I put it aside for you?");
  await day.reply(silentVisitor, "Our store is beside the station.");
  await day.untilFailed(2);
}

async function openCard(page: Page): Promise<void> {
  await page.getByTestId("card-open").click();
  await page.getByTestId("visitor-card").waitFor();
}

async function searchLamp(page: Page): Promise<void> {
  await page.getByTestId("search-field").fill("lamp");
  await page.getByTestId("search-hit").first().waitFor();
}

async function writeInShop(page: Page, day: Day): Promise<void> {
  await page.getByTestId("shop-name").fill("Nora Lind");
  await page.getByTestId("shop-email").fill("nora@mail.example");
  await page.getByTestId("shop-text").fill("Hello! Do you ship to Norway?");
  const sent = page.waitForRequest(/\/api\/visitors\/[^/]+\/messages$/);
  await page.getByTestId("shop-send").click();
  const visitorId = (await sent).url().split("/").at(-2) ?? "";
  await day.reply(visitorId, "Hello Nora, yes we do. It takes three days.");
  await page.getByText("It takes three days.").waitFor();
}
