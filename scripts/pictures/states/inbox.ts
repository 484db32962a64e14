import type { Day } from "../day.ts";
import { type Screen, thread } from "../screens.ts";
import { photoOrigin, type Visitor } from "../visitors.ts";
import type { Page } from "../windows.ts";
import { hold } from "./routes.ts";

/** A visitor who sends one message of each kind. */
const sender: Visitor = {
  id: "lea",
  channel: "shop",
  profile: { name: "Lea Roth", email: "lea@mail.example" },
  lines: [
    { sends: file("photo", "lamp.svg") },
    { sends: file("photo", "gone.svg") },
    { sends: file("video", "lamp.mp4") },
    { sends: file("audio", "lamp.mp3") },
    { sends: file("voice", "lamp.opus") },
    { sends: file("document", "lamp.pdf") },
    { sends: { ...file("sticker", "lamp.svg"), emoji: "💡" } },
    { says: "See https://shop.example/lamps or write to lamps@shop.example" },
  ],
};

/** States of the list and the thread. */
export const inboxStates: readonly Screen[] = [
  { name: "list-loading", route: "#/", shows: "conversation-list", arrange: holdLists },
  { name: "thread-loading", route: thread("maria"), shows: "messages", arrange: holdMessages },
  {
    name: "filter",
    route: "#/",
    shows: "conversation",
    act: async (page) => {
      await page.getByTestId("filter-open").click();
      await page.getByTestId("filter-channel").waitFor();
    },
  },
  { name: "list-filtered", route: "#/inbox/all?channel=outlet", shows: "conversation" },
  { name: "list-unread", route: "#/inbox/unread", shows: "conversation" },
  { name: "list-waiting", route: "#/inbox/waiting", shows: "conversation" },
  { name: "list-failed", route: "#/inbox/failed", shows: "conversation" },
  { name: "list-no-match", route: "#/inbox/all?to=2001-01-01", shows: "empty-list" },
  { name: "unknown-route", route: "#/nowhere", shows: "conversation" },
  { name: "conversation-gone", route: "#/c/none", shows: "gone-thread" },
  {
    name: "media-asked",
    route: thread(sender.id),
    shows: "media-ask",
    prepare: writeEachKind,
    arrange: (page) => page.route(`${photoOrigin}/gone.svg`, (route) => route.abort()),
    act: async (page) => {
      // Each press takes one button away.
      const buttons = page.getByTestId("media-ask");
      for (let left = await buttons.count(); left > 0; left -= 1) await buttons.first().click();
      await page.getByTestId("media-broken").first().waitFor();
    },
  },
  {
    name: "picture-viewer",
    route: thread("maria"),
    shows: "media-ask",
    act: async (page) => {
      await page.getByTestId("media-ask").click();
      await page.getByTestId("media-enlarge").click();
      await page.getByTestId("viewer").waitFor();
    },
  },
  {
    name: "jump",
    route: thread(sender.id),
    shows: "message",
    act: async (page) => {
      await page.getByTestId("messages").evaluate((box) => box.scrollTo({ top: 0 }));
      await page.getByTestId("jump-to-new").waitFor();
    },
  },
  {
    name: "connection-lost",
    route: thread("maria"),
    shows: "connection-lost",
    arrange: (page) => page.route("**/api/events*", (route) => route.abort()),
  },
  {
    name: "notice-question",
    route: "#/",
    shows: "conversation",
    // A browser without a window refuses notifications.
    arrange: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(Notification, "permission", { get: () => "default" }),
      ),
    act: (page) => page.getByTestId("notice-question").waitFor(),
    leave: (page) => page.getByTestId("notice-no").click(),
  },
];

function file(type: string, name: string): Readonly<Record<string, unknown>> {
  return { type, file: `${photoOrigin}/${name}`, file_name: name, file_size: 184_320 };
}

async function writeEachKind(day: Day): Promise<void> {
  const long = "I have a question about the lamp, and about the desk that stands beside it. ";
  for (let count = 0; count < 12; count += 1) await day.carry(sender, { says: long.repeat(6) });
  for (const line of sender.lines) await day.carry(sender, line);
}

function holdLists(page: Page): Promise<unknown> {
  return hold(page, "conversations?*");
}

function holdMessages(page: Page): Promise<unknown> {
  return hold(page, "conversations/*/messages*");
}
