import "reflect-metadata";
import { Clock, Digest, Logger, Random, Timers } from "@parley/core";
import { Container } from "inversify";
import { describe, expect, it } from "vitest";
import { platformNode } from "../src/index.ts";

describe("platformNode", () => {
  it("binds every port of the platform, one instance each", async () => {
    const container = new Container();
    await container.loadAsync(platformNode({ logLevel: "silent" }));
    for (const port of [Clock, Digest, Logger, Random, Timers]) {
      expect(await container.getAsync<unknown>(port)).toBe(await container.getAsync<unknown>(port));
    }
  });

  it("leaves the clock to another adapter when it is told so", async () => {
    const container = new Container();
    await container.loadAsync(platformNode({ clock: false }));
    expect(container.isBound(Clock)).toBe(false);
    expect(container.isBound(Timers)).toBe(true);
  });
});
