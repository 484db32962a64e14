import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { ChannelKnobs, defaultKnobs } from "../../src/model/channel.ts";
import { deliveryIdOf } from "../../src/model/delivery.ts";
import { laneKinds } from "../../src/model/lane.ts";
import * as schedule from "../../src/model/schedule.ts";

const knobs = Compile(ChannelKnobs);

describe("a channel's knobs", () => {
  it("follow the contract's words when nothing is set", () => {
    expect(defaultKnobs).toEqual({
      overflow: "truncate",
      media: "strict",
      dedupe: "window",
      transfer: "content-length",
      acknowledge: "result-ok",
      failureShape: "final",
      typing: "on",
      hiddenErrorCodes: [],
    });
    expect(knobs.Check(defaultKnobs)).toBe(true);
  });

  it.each([
    ["overflow", ["truncate", "split"]],
    ["media", ["strict", "lenient"]],
    ["dedupe", ["window", "off"]],
    ["transfer", ["content-length", "chunked"]],
    ["acknowledge", ["result-ok", "affirmative", "any-2xx"]],
    ["failureShape", ["final", "redeliver"]],
    ["typing", ["on", "off"]],
  ])("have these positions and no other: %s", (name, positions) => {
    for (const position of positions) {
      expect(knobs.Check({ ...defaultKnobs, [name]: position })).toBe(true);
    }
    for (const wrong of ["", "other", true, null, undefined]) {
      expect(knobs.Check({ ...defaultKnobs, [name]: wrong })).toBe(false);
    }
  });

  it("hide at most 256 error codes, which are numbers", () => {
    const hiding = (hiddenErrorCodes: unknown): boolean =>
      knobs.Check({ ...defaultKnobs, hiddenErrorCodes });
    expect(hiding(Array.from({ length: 256 }, (_, code) => code))).toBe(true);
    expect(hiding(Array.from({ length: 257 }, (_, code) => code))).toBe(false);
    expect(hiding(["1"])).toBe(false);
  });

  it("know no other name", () => {
    expect(knobs.Check({ ...defaultKnobs, retries: 3 })).toBe(false);
  });
});

describe("a delivery's id", () => {
  it("is its conversation and its sequence", () => {
    expect(deliveryIdOf("c7", 12)).toBe("c7.12");
  });
});

describe("the kinds of lanes", () => {
  it("are four", () => {
    expect(laneKinds).toEqual(["inbound", "outbound", "reports", "notices"]);
  });
});

describe("the schedule", () => {
  it("is that of §6 and the rulings", () => {
    expect({ ...schedule }).toEqual({
      tickMs: 3_000,
      attemptLimit: 3,
      lateStartMs: 500,
      backendDeadlineMs: 10_000,
      takeoverMs: 1_000,
      longestAskedPauseMs: 3_600_000,
      usualAskedPauseMs: 10_000,
      shortestPauseMs: 1_000,
      longestPauseMs: 60_000,
      dedupeWindowMs: 60_000,
      waitingLimit: 20,
      typingEndsMs: 10_000,
    });
  });
});
