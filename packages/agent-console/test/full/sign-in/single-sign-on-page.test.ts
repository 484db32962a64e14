import { describe, expect, it } from "vitest";
import { email } from "../../support/console-host.ts";
import { domain, useSingleSignOn, verified } from "../../support/accounts/single-sign-on.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const bench = useSingleSignOn();
const pages = usePages();

describe("the button of single sign-on", { timeout: 120_000 }, () => {
  it("leads through the provider into the workplace, and the session stands when the page is loaded anew", async () => {
    const { host } = await bench.start({ ...domain, label: "Sign in with Acme" });
    const claims = verified("ben@parley.example", "Ben");
    await bench.plan({ subject: "ben", claims, asks: true });
    const page = await pages.open(host.url, [bench.issuer]);
    await page.goto(`${host.url}/console`);
    await page.getByRole("link", { name: "Sign in with Acme" }).click();
    // From here on, for cookies, the browser comes from another site.
    await page.getByRole("button", { name: "It is me" }).click();
    await page.getByTestId("empty-list").waitFor();
    expect(await page.getByTestId("account-name").textContent()).toBe("Ben");
    await page.reload();
    await page.getByTestId("account-name").click();
    await page.getByText("You sign in by single sign-on and have no password.").waitFor();
    expect(await page.getByTestId("current-password").count()).toBe(0);
  });

  it("says why somebody is not let in, who can then sign in otherwise", async () => {
    const { host } = await bench.start();
    const page = await pages.open(host.url, [bench.issuer]);
    await page.goto(`${host.url}/console`);
    const { hostname } = new URL(bench.issuer);
    for (const [plan, words] of [
      [{ subject: "eve", claims: verified("eve@parley.example") }, "Ask an admin to invite you."],
      [{ fault: "denied" as const }, "You did not finish signing in."],
      [{ fault: "signature" as const }, "could not be verified"],
    ] as const) {
      await bench.plan(plan);
      await page.getByTestId("single-sign-on").click();
      await page.getByTestId("sign-in-error").getByText(words).waitFor();
      // Otherwise the provider would recognise its browser and not ask.
      await page.context().clearCookies({ domain: hostname });
    }
    await bench.plan({ claims: verified(email) });
    await page.getByTestId("single-sign-on").click();
    await page.getByTestId("empty-list").waitFor();
    expect(await page.getByTestId("account-name").textContent()).toBe("Ada");
  });
});
