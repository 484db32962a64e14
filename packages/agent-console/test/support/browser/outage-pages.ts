import type { Browser, Page } from "playwright-core";
import { email, password } from "../accounts/first-account.ts";
import { longPassword } from "../accounts/people.ts";
import { openThread, row } from "./unsent.ts";

const ada = { email, password };
const ben = { email: "ben@parley.example", password: longPassword };

/** What a page says about a message. */
export interface ShownMessage {
  readonly id: number;
  readonly direction: string;
  readonly text: string;
}

/** Two tabs of one agent, and a page of a colleague in another browser. All show Mina's conversation. */
export interface OutagePages {
  readonly tabs: readonly [Page, Page];
  readonly colleague: Page;
}

export async function openOutagePages(browser: Browser, url: string): Promise<OutagePages> {
  const tab = await signedIn(browser, url, ada);
  const other = await tab.context().newPage();
  await other.goto(`${url}/console`);
  const colleague = await signedIn(browser, url, ben);
  for (const page of [tab, other, colleague]) await openThread(page, "Mina");
  return { tabs: [tab, other], colleague };
}

/** Every message of the open thread, as the page has them: scrolls up to the first one. */
export async function messagesOf(page: Page): Promise<readonly ShownMessage[]> {
  const older = page.getByTestId("load-older");
  while ((await older.count()) > 0) {
    await page.evaluate((name) => {
      document.querySelector<HTMLElement>(`[data-testid=${name}]`)?.click();
    }, "load-older");
  }
  return page.getByTestId("message").evaluateAll((messages) =>
    messages.map((message) => ({
      id: Number(message.dataset["id"]),
      direction: message.dataset["direction"] ?? "",
      text: message.querySelector("[data-testid=message-text]")?.textContent ?? "",
    })),
  );
}

/** What the list says about a visitor's conversation; `""` when all of it is read. */
export async function unreadOf(page: Page, visitor: string): Promise<string> {
  return (await row(page, visitor).getByTestId("unread").allInnerTexts()).join();
}

async function signedIn(browser: Browser, url: string, credentials: typeof ada): Promise<Page> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${url}/console/api/auth/sign-in/email`, {
    data: credentials,
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}`);
  const page = await context.newPage();
  await page.goto(`${url}/console`);
  return page;
}
