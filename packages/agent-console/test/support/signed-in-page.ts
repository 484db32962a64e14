import type { Browser, Page } from "playwright-core";
import { email, password } from "./console-host.ts";

/** A page of its own browser profile, signed in. */
export async function signedInPage(
  browser: Browser,
  url: string,
  credentials: { readonly email: string; readonly password: string } = { email, password },
): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/console`);
  await page.getByTestId("sign-in-email").fill(credentials.email);
  await page.getByTestId("sign-in-password").fill(credentials.password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation-list").waitFor();
  return page;
}
