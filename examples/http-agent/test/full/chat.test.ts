import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Language, appOf } from "../support/apps.ts";
import { Host } from "../support/host.ts";
import type { Program } from "../support/program.ts";

const soon = { timeout: 20_000 };
const apps: readonly (readonly [Language, "push" | "pull"])[] = [
  ["python", "push"],
  ["python", "pull"],
  ["php", "push"],
  ["php", "pull"],
];

describe.each(apps)("the app in %s, by %s", (language, mode) => {
  let host: Host;
  let app: Program;

  beforeAll(async () => {
    host = await Host.start(mode);
    app = appOf(language, mode, {
      url: host.setting("AGENT_URL"),
      token: host.setting("AGENT_TOKEN"),
      secret: host.setting("AGENT_SECRET"),
      port: host.appPort,
      directory: host.directory,
    });
    await app.start();
  });
  afterAll(async () => {
    await app.kill();
    await host.close();
  });

  it("says that somebody is there", async () => {
    await expect.poll(() => host.availability(), soon).toBe("1");
  });

  it("answers what visitors write, each in order", async () => {
    for (const text of ["one", "two", "three"])
      for (const visitor of ["ann", "bob"]) await host.visitorSays(visitor, text);
    const answers = ["one", "two", "three"].map((text) => `You wrote: ${text}`);
    await expect.poll(() => host.answersTo("ann"), soon).toEqual(answers);
    await expect.poll(() => host.answersTo("bob"), soon).toEqual(answers);
  });

  it("answers what was written while it was dead, once it runs again", async () => {
    await app.kill();
    await host.visitorSays("carl", "while you were away");
    await app.start();
    await host.visitorSays("carl", "and after");
    await expect
      .poll(() => host.answersTo("carl"), soon)
      .toEqual(["You wrote: while you were away", "You wrote: and after"]);
  });

  it("goes on when its gateway has died and runs again", async () => {
    await host.visitorSays("dora", "before");
    await host.program.kill();
    await host.startAgain();
    await host.visitorSays("dora", "after");
    await expect.poll(() => host.answersTo("dora").at(-1), soon).toBe("You wrote: after");
    expect([...new Set(host.answersTo("dora"))]).toEqual(["You wrote: before", "You wrote: after"]);
  });
});
