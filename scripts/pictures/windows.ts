import { account } from "../../examples/quickstart/test/support/quickstart-process.ts";
import type { OpenedBrowser } from "../../packages/agent-console/test/support/browser/browser.ts";
import { photo } from "./photo.ts";
import { photoOrigin } from "./visitors.ts";

type Browser = OpenedBrowser["browser"];
export type Page = Awaited<ReturnType<Browser["newPage"]>>;

/** A browser window in one theme and one size. */
export interface Window {
  /** Ends the names of its pictures: nothing, `-dark`, `-phone` or `-phone-dark`. */
  readonly suffix: string;
  readonly isPhone: boolean;
  readonly page: Page;
}

const themes = [
  { suffix: "", colorScheme: "light" },
  { suffix: "-dark", colorScheme: "dark" },
] as const;
const sizes = [
  { suffix: "", isPhone: false, viewport: { width: 1280, height: 800 } },
  { suffix: "-phone", isPhone: true, viewport: { width: 390, height: 844 } },
];

/** One window for every theme and size. Each has cookies of its own. */
export async function openWindows(browser: Browser): Promise<readonly Window[]> {
  const kinds = sizes.flatMap((size) => themes.map((theme) => ({ size, theme })));
  return Promise.all(
    kinds.map(async ({ size, theme }) => {
      const context = await browser.newContext({
        viewport: size.viewport,
        colorScheme: theme.colorScheme,
        reducedMotion: "reduce",
        locale: "en-GB",
      });
      await context.route(`${photoOrigin}/**`, (route) =>
        route.fulfill({ contentType: "image/svg+xml", body: photo }),
      );
      const suffix = `${size.suffix}${theme.suffix}`;
      return { suffix, isPhone: size.isPhone, page: await context.newPage() };
    }),
  );
}

/** Signs in on the console's page. */
export async function signIn(page: Page): Promise<void> {
  await page.getByTestId("sign-in-email").fill(account.email);
  await page.getByTestId("sign-in-password").fill(account.password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation-list").waitFor();
}
