import type { Page } from "../windows.ts";

/** The gateway never answers these calls. */
export function hold(page: Page, path: string): Promise<unknown> {
  return page.route(`**/console/api/${path}`, () => undefined);
}

/** The gateway answers these calls with this body. */
export function answer(page: Page, path: string, json: object, status = 200): Promise<unknown> {
  return page.route(`**/console/api/${path}`, (route) => route.fulfill({ status, json }));
}

/** What is written stays in this window, so that the windows do not meet on the gateway. */
export async function keepDrafts(page: Page): Promise<void> {
  await answer(page, "drafts", { drafts: [] });
  await page.route("**/console/api/conversations/*/draft", (route) => route.abort());
}
