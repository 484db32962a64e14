import { describe, expect, it } from "vitest";
import { clientIn } from "../src/client.ts";
import { textMessage } from "../src/index.ts";
import { TypingThrottle } from "../src/typing-throttle.ts";
import { ManualEnvironment } from "./support/manual-environment.ts";
import { ok, refusal, scriptedFetch } from "./support/scripted-fetch.ts";

function typist() {
  const environment = new ManualEnvironment();
  const { fetch, asked } = scriptedFetch(ok);
  const client = clientIn(environment, { ingressUrl: "https://gateway.test/r/shop", fetch });
  const types = () => asked.map(({ body }) => (body.message as { readonly type?: string }).type);
  return { client, environment, types };
}

describe("typing", () => {
  it("begins at most every 3 s, however many keys are pressed", async () => {
    const { client, environment, types } = typist();
    const sent: boolean[] = [];
    for (const now of [0, 10, 2_999, 3_000, 3_001, 6_000]) {
      environment.nowMs = now;
      sent.push(await client.typing("v", "typein"));
    }
    expect(sent).toEqual([true, false, false, true, false, true]);
    expect(types()).toEqual(["typein", "typein", "typein"]);
  });

  it("ends once, and only if it has begun", async () => {
    const { client, types } = typist();
    for (const type of ["typeout", "typein", "typeout", "typeout", "typein"] as const)
      await client.typing("v", type);
    expect(types()).toEqual(["typein", "typeout", "typein"]);
  });

  it("is counted for each visitor alone, whichever form the id has", async () => {
    const { client, types } = typist();
    for (const id of [7, "7", 7n, "8"]) await client.typing(id, "typein");
    expect(types()).toEqual(["typein", "typein"]);
  });

  it("is over with a message: its end need not be told, and the next beginning need not wait", async () => {
    const { client, types } = typist();
    await client.typing("v", "typein");
    await client.send({ sender: { id: "v" }, message: textMessage("hi") });
    expect(await client.typing("v", "typeout")).toBe(false);
    expect(await client.typing("v", "typein")).toBe(true);
    expect(types()).toEqual(["typein", "text", "typein"]);
  });

  it.each([new TypeError("fetch failed"), refusal(50301), refusal(40401)])(
    "that nobody takes is no trouble, and is not tried again",
    async (answer) => {
      const { fetch, asked } = scriptedFetch(answer);
      const options = { ingressUrl: "https://gateway.test/r/shop", fetch };
      const client = clientIn(new ManualEnvironment(), options);
      expect(await client.typing("v", "typein")).toBe(false);
      expect(asked.length).toBe(1);
    },
  );

  it("of ever so many visitors takes bounded memory: the one who began first is forgotten", () => {
    const throttle = new TypingThrottle();
    for (let visitor = 0; visitor < 10_001; visitor += 1)
      throttle.admits(`v${visitor}`, "typein", 0);
    expect(throttle.admits("v0", "typein", 1)).toBe(true);
    expect(throttle.admits("v10000", "typein", 1)).toBe(false);
  });
});
