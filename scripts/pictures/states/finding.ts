import { type Screen, thread } from "../screens.ts";
import type { Page } from "../windows.ts";

/** States of the search, the palette and the list of keys. */
export const findingStates: readonly Screen[] = [
  {
    name: "search-nothing",
    route: "#/",
    shows: "search-field",
    act: (page) => search(page, "zzz"),
  },
  {
    name: "search-person",
    route: "#/",
    shows: "search-field",
    act: (page) => search(page, "ber"),
  },
  {
    name: "search-failed",
    route: "#/",
    shows: "search-field",
    arrange: (page) => page.route("**/api/search*", (route) => route.abort()),
    act: async (page) => {
      await page.getByTestId("search-field").fill("lamp");
      await page.getByTestId("search-again").waitFor();
    },
  },
  {
    name: "search-hit",
    route: "#/",
    shows: "search-field",
    act: async (page) => {
      await search(page, "crack");
      await page.getByTestId("search-hit").first().click();
      await page.locator('.message[aria-current="true"]').waitFor();
    },
  },
  {
    name: "palette",
    route: thread("maria"),
    shows: "message",
    act: (page) => openPalette(page, "m"),
  },
  {
    name: "palette-nothing",
    route: "#/",
    shows: "conversation",
    act: async (page) => {
      await openPalette(page, "zzz");
      await page.getByText("Nothing found.").waitFor();
    },
  },
  {
    name: "key-help",
    route: "#/",
    shows: "conversation",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByTestId("key-help").waitFor();
    },
  },
];

async function search(page: Page, text: string): Promise<void> {
  await page.getByTestId("search-field").fill(text);
  await page
    .getByTestId("search-status")
    .getByText(/result|Nothing/)
    .waitFor();
}

async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByTestId("palette-field").fill(text);
}
