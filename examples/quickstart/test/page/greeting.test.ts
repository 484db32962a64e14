import { describe, expect, it } from "vitest";
import { greetingOf } from "../../src/page/greeting.ts";

describe("the shop's words about who is there", () => {
  it("claim nothing while the shop's server cannot be reached, whatever was heard before", () => {
    for (const isAvailable of [true, false, null]) {
      const greeting = greetingOf({ isConnected: false, isAvailable });
      expect(greeting).toEqual({
        status: null,
        isGood: false,
        invite: "Hello!",
        isOffline: true,
      });
    }
  });

  it("claim nothing, and no trouble either, before anything was heard", () => {
    const greeting = greetingOf({ isConnected: null, isAvailable: null });
    expect(greeting).toMatchObject({ status: null, isGood: false, isOffline: false });
  });

  it("offer help only while somebody is there to give it", () => {
    const here = greetingOf({ isConnected: true, isAvailable: true });
    expect(here).toMatchObject({ status: "We are here", isGood: true, isOffline: false });
    expect(here.invite).toContain("Can I help you");
    const away = greetingOf({ isConnected: true, isAvailable: false });
    expect(away).toMatchObject({ status: "Nobody is here right now", isGood: false });
    expect(away.invite).not.toContain("help");
  });
});
