import { ParleyError } from "@parley/core";
import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "../../src/database/database-unavailable.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";
import { text } from "../support/browser/reading.ts";
import { problem } from "../support/accounts/single-sign-on.ts";
import { until, useConsole } from "../support/use-console.ts";
import { usePages } from "../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const postgres = usePostgres();
const sentence =
  "The gateway's database is not available at the moment. Try again in a little while.";
const unknown = `${sentence} It is unknown whether anything was changed.`;

describe("while its database is away the console", () => {
  it("answers 503 and one clear sentence, whatever is asked, and nothing of where the database is", async () => {
    const { host, client } = await start({ database: await postgres.fresh() });
    await client.signIn();
    const asked: readonly (readonly [string, string, unknown?])[] = [
      ["GET", "/me"],
      ["GET", "/conversations"],
      ["GET", "/events"],
      ["PUT", "/presence", { available: true }],
      ["POST", "/auth/sign-out"],
      ["POST", "/links/invitation", { token: "a".repeat(43) }],
    ];
    await postgres.crash(async () => {
      for (const [method, path, body] of asked) {
        const { status, headers, body: told } = await client.ask(method, path, body);
        const message = method === "GET" ? sentence : unknown;
        expect([path, status, headers.get("retry-after"), told]).toEqual([
          path,
          503,
          "1",
          { error: { code: 50391, message } },
        ]);
      }
      const stranger = await new ConsoleClient(host.url).signIn();
      expect([stranger.status, stranger.body]).toEqual([
        503,
        { error: { code: 50391, message: unknown } },
      ]);
    });
    expect(host.log.lines.join("\n")).not.toMatch(/127\.0\.0\.1|ECONN|terminat/);
    expect(host.log.lines).toContainEqual(
      expect.stringMatching(/^a console request failed: the database is not available/),
    );
    await until(async () => (await client.ask("GET", "/me")).status === 200);
  });

  it("sends whoever comes for single sign-on back to the page, with the reason", async () => {
    const singleSignOn = { issuer: "https://id.example", clientId: "a", clientSecret: "b" };
    const { host } = await start({ database: await postgres.fresh(), singleSignOn });
    await postgres.crash(async () => {
      const answer = await fetch(`${host.url}/console/api/auth/oidc/start`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, problem("sso-away")]);
    });
  });

  it("says so on its pages, which go on by themselves", async () => {
    const { host } = await start({ database: await postgres.fresh() });
    await host.visitor(text(1, "hello"));
    const [open, fresh] = [await pages.signedIn(host.url), await pages.signedIn(host.url)];
    await open.getByTestId("conversation").waitFor();
    await postgres.crash(async () => {
      await open.getByTestId("conversation").click();
      await open.getByTestId("problem").getByText(sentence).waitFor();
      await fresh.reload();
      await fresh.getByTestId("loading").getByText(sentence).waitFor();
    });
    await open.getByTestId("message-text").getByText("hello").waitFor();
    await open.getByTestId("problem").waitFor({ state: "detached" });
    await fresh.getByTestId("conversation").waitFor();
  });
});

describe("a failure is that of a database that is away", () => {
  const coded = (code: string) => Object.assign(new Error("words"), { code });
  const storeFailed = (cause: unknown) =>
    new ParleyError("store-failed", "…", { retryable: true, cause });

  it.each([
    ["of a system", coded("ECONNREFUSED")],
    ["of a server that stops", coded("57P01")],
    ["of a server that has no room", coded("53300")],
    ["of a driver that lost its connection", new Error("Connection terminated unexpectedly")],
    ["of a driver that waited too long", new Error("Query read timeout")],
    ["of a pool without a connection", new Error("timeout exceeded when trying to connect")],
    ["of the gateway's pool without a connection", storeFailed(coded("pool-busy"))],
    ["of the gateway's own store", new ParleyError("store-failed", "…", { retryable: true })],
    ["of the gateway's server", storeFailed(coded("57P01"))],
    [
      "of a server that is known to be away",
      storeFailed(new Error("the server did not answer, and the connection was not restored")),
    ],
    ["of a disk that takes nothing", storeFailed(coded("SQLITE_FULL"))],
  ])("when it is one %s", (_whose, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ["of a value", coded("23505")],
    ["of a password", coded("28P01")],
    ["of a file", coded("ENOENT")],
    ["of the code", new TypeError("nothing is no function")],
    ["that stays", new ParleyError("channel-invalid", "…")],
    ["that the store was told", storeFailed(coded("42501"))],
    ["of the store's code", storeFailed(new TypeError("nothing is no function"))],
    ["that is no error", "Connection terminated"],
  ])("and not when it is one %s", (_whose, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
