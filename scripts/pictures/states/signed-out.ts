import type { Screen } from "../screens.ts";
import type { Page } from "../windows.ts";
import { hold } from "./routes.ts";

/** Before signing in, and the pages of links. */
export const signedOutStates: readonly Screen[] = [
  {
    name: "sign-in-refused",
    route: "#/",
    shows: "sign-in-email",
    when: "signed-out",
    act: async (page) => {
      await page.getByTestId("sign-in-email").fill("nobody@parley.example");
      await page.getByTestId("sign-in-password").fill("not the password");
      await page.getByTestId("sign-in-submit").click();
      await page.getByTestId("sign-in-error").waitFor();
    },
  },
  { name: "sign-in-elsewhere", route: "#/sign-in/x", shows: "sign-in-error", when: "signed-out" },
  {
    name: "loading",
    route: "#/",
    shows: "loading",
    when: "signed-out",
    arrange: (page) => hold(page, "me"),
  },
  { name: "join", route: (day) => day.invitation("dana@parley.example"), shows: "join-name" },
  { name: "join-invalid", route: "#/join/none", shows: "signed-out-problem" },
  { name: "password-link", route: (day) => day.passwordLink(), shows: "link-email" },
  {
    name: "first-minute",
    route: "#/",
    shows: "first-minute-name",
    when: "before-the-day",
    arrange: (page) => asksName(page),
  },
];

async function asksName(page: Page): Promise<void> {
  await page.route("**/api/first-minute", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), asksName: true } });
  });
}
