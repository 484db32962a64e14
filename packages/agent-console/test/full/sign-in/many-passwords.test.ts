import { describe, expect, it } from "vitest";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();

describe("signing in", () => {
  it("checks two passwords at a time, lets twenty wait, and tells the rest when to come back", async () => {
    const { client } = await start();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const from = { "x-forwarded-for": `192.0.2.${index}` };
        const body = { email: `${index}@parley.example`, password: "guess" };
        return client.ask("POST", "/auth/sign-in/email", body, from);
      }),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401).length).toBe(40 - refused.length);
    for (const { headers, body } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(body).toMatchObject({ error: { code: 42991 } });
    }
    expect((await client.signIn()).status).toBe(200);
  });

  it("does not count attempts that it had no time to check", async () => {
    const { client } = await start({ signInLimit: { attempts: 60, seconds: 60 } });
    for (let burst = 0; burst < 2; burst += 1) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => client.signIn()));
      expect(answers.some(({ status }) => status === 429)).toBe(true);
    }
    expect((await client.signIn()).status).toBe(200);
  });
});
