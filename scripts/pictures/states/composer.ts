import type { Day } from "../day.ts";
import { type Screen, thread } from "../screens.ts";
import type { Page } from "../windows.ts";
import { answer, keepDrafts } from "./routes.ts";
import { photoOrigin } from "../visitors.ts";

const field = (page: Page) => page.getByTestId("composer-text");
const visitor = "dmytro";
const long = "This sentence is written many times. ".repeat(60);

/** States of the composer, in one conversation. */
export const composerStates: readonly Screen[] = [
  ofComposer("canned-replies", {
    prepare: (day) => day.addReply("shipping", "Hello {{visitor.name}}, we ship within two days."),
    act: async (page) => {
      await field(page).fill("/");
      await page.getByTestId("reply-option").first().waitFor();
    },
  }),
  ofComposer("emoji", {
    act: async (page) => {
      await page.getByTestId("emoji-open").click();
      await page.getByTestId("emoji").first().waitFor();
    },
  }),
  ofComposer("counter", { act: (page) => field(page).fill(long.slice(0, 950)) }),
  ofComposer("send-as-several", { act: (page) => field(page).fill(long) }),
  ofComposer("too-long", { act: (page) => field(page).fill(long.repeat(20)) }),
  ofComposer("other-text", {
    arrange: otherText,
    act: (page) => page.getByTestId("other-text").waitFor(),
  }),
  ofComposer("other-text-discard", {
    arrange: otherText,
    act: (page) => page.getByTestId("other-text-discard").click(),
  }),
  ...["document", "photo", "video", "audio", "voice", "sticker", "location"].map((kind) =>
    ofComposer(`media-${kind}`, { act: (page) => openMedia(page, kind) }),
  ),
  ofComposer("media-problems", {
    act: async (page) => {
      await openMedia(page, "photo");
      await page.getByTestId("media-send").click();
      await page.getByTestId("media-url-problem").waitFor();
    },
  }),
  ofComposer("media-look", {
    act: async (page) => {
      await openMedia(page, "photo");
      await page.getByTestId("media-url").fill(`${photoOrigin}/lamp.svg`);
      await page.getByTestId("media-type").selectOption("photo");
      await page.getByTestId("media-look").click();
      await page.getByTestId("media-look-picture").waitFor();
    },
  }),
  ofComposer("not-sent", { arrange: refuse, act: sendInVain, leave: discard }),
  ofComposer("not-sent-discard", {
    arrange: refuse,
    act: async (page) => {
      await sendInVain(page);
      await page.getByTestId("unsent-discard").click();
    },
    leave: (page) => page.getByTestId("unsent-discard-confirm").click(),
  }),
  ofComposer("not-sent-elsewhere", {
    arrange: refuse,
    act: async (page) => {
      await sendInVain(page);
      await page.goto(new URL("#/account", page.url()).href);
      await page.getByTestId("session").first().waitFor();
    },
    leave: async (page) => {
      await page.goBack();
      await discard(page);
    },
  }),
  ofComposer("sign-out-unsent", {
    act: async (page) => {
      await field(page).fill("Not sent yet");
      // On a phone a conversation has no such button.
      await page.goto(new URL("#/account", page.url()).href);
      await page.getByTestId("sign-out").click();
      await page.getByTestId("sign-out-cancel").waitFor();
    },
    leave: async (page) => {
      await page.goBack();
      await clear(page);
    },
  }),
];

function ofComposer(
  name: string,
  { prepare, arrange, act, leave = clear }: Pick<Screen, "prepare" | "arrange" | "act" | "leave">,
): Screen {
  return {
    name,
    route: thread(visitor),
    shows: "message",
    ...(prepare !== undefined && { prepare }),
    ...(act !== undefined && { act }),
    arrange: async (page, day) => {
      await keepDrafts(page);
      await arrange?.(page, day);
    },
    leave,
  };
}

async function otherText(page: Page, day: Day): Promise<void> {
  const conversationId = await day.conversationOf(visitor);
  const draft = { id: "one", text: "Written on the phone", media: null };
  const others = [{ revision: 1, text: "Written on the laptop", media: null }];
  await answer(page, "drafts", { drafts: [{ conversationId, revision: 2, draft, others }] });
}

async function openMedia(page: Page, kind: string): Promise<void> {
  await page.getByTestId("media-open").click();
  await page.getByTestId("media-type").selectOption(kind);
}

function refuse(page: Page): Promise<unknown> {
  return page.route("**/console/api/conversations/*/messages", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const error = { code: 40001, message: "The gateway did not take it." };
    await route.fulfill({ status: 400, json: { error } });
  });
}

async function sendInVain(page: Page): Promise<void> {
  await field(page).fill("This is not sent.");
  await page.getByTestId("composer-send").click();
  await page.getByTestId("unsent-failure").waitFor();
}

async function discard(page: Page): Promise<void> {
  await page.getByTestId("unsent-discard").click();
  await page.getByTestId("unsent-discard-confirm").click();
}

async function clear(page: Page): Promise<void> {
  const cancel = page.getByTestId("media-cancel");
  if (await cancel.isVisible()) await cancel.click();
  await field(page).fill("");
}
