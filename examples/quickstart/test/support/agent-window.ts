import type { Page } from "playwright-core";
import { account } from "./quickstart-process.ts";

/** Signs in on the console's page and becomes available. */
export async function signInAsAgent(page: Page): Promise<void> {
  await page.getByTestId("sign-in-email").fill(account.email);
  await page.getByTestId("sign-in-password").fill(account.password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation-list").waitFor();
}

/** Writes a reply in the open conversation. */
export async function replyAs(page: Page, text: string): Promise<void> {
  await page.getByTestId("composer-text").fill(text);
  await page.getByTestId("composer-text").press("Enter");
}

/** Selects how the shop's server fails. */
export async function makeTrouble(shop: Page, mode: string, description?: string): Promise<void> {
  const answered = shop.waitForResponse((response) => response.url().endsWith("/api/trouble"));
  await shop.getByTestId("shop-trouble-mode").selectOption(mode);
  await answered;
  if (description === undefined) return;
  const again = shop.waitForResponse((response) => response.url().endsWith("/api/trouble"));
  await shop.getByTestId("shop-trouble-description").fill(description);
  await shop.getByTestId("shop-trouble-description").blur();
  await again;
}
