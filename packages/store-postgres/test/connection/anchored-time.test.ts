import { describe, expect, it } from "vitest";
import { AnchoredTime, type TimeSample } from "../../src/connection/anchored-time.ts";

const noon = 1_700_000_000_000;

/** A manual monotonic clock, and samples of a database whose clock is ahead of it by `ahead`. */
class Hand {
  at = 0;
  readonly monotonic = (): number => this.at;

  sample(ahead: number, wayMs = 2): TimeSample {
    const answeredAt = this.at;
    const sentAt = answeredAt - wayMs;
    return { sentAt, answeredAt, databaseAt: (sentAt + answeredAt) / 2 + ahead };
  }
}

function anchored(wayMs = 2): { readonly hand: Hand; readonly time: AnchoredTime } {
  const hand = new Hand();
  hand.at = 1_000;
  return { hand, time: new AnchoredTime(hand.monotonic, [hand.sample(noon, wayMs)]) };
}

describe("time anchored to the database", () => {
  it("is the database's, continued by the monotonic clock", () => {
    const { hand, time } = anchored();
    expect(time.now()).toBe(noon + 1_000);
    hand.at += 250;
    expect(time.now()).toBe(noon + 1_250);
  });

  it("uses the sample with the shortest round trip", () => {
    const hand = new Hand();
    const samples = [
      hand.sample(noon + 400, 900),
      hand.sample(noon, 2),
      hand.sample(noon + 90, 200),
    ];
    expect(new AnchoredTime(hand.monotonic, samples).now()).toBe(noon);
  });

  it("steps ahead when the database is ahead", () => {
    const { hand, time } = anchored();
    time.correct([hand.sample(noon + 5_000)]);
    expect(time.now()).toBe(noon + 6_000);
    expect(time.isTrusted).toBe(true);
  });

  it("runs slower and never backwards until a database that is behind has caught up", () => {
    const { hand, time } = anchored();
    time.correct([hand.sample(noon - 200)]);
    expect(time.now()).toBe(noon + 1_000);
    let last = time.now();
    for (let step = 0; step < 100; step += 1) {
      hand.at += 10;
      expect(time.now()).toBeGreaterThanOrEqual(last);
      last = time.now();
    }
    expect(time.now()).toBe(noon - 200 + hand.at);
  });

  it("ignores a difference that the round trip explains", () => {
    const { hand, time } = anchored();
    time.correct([hand.sample(noon + 40, 100)]);
    expect(time.now()).toBe(noon + 1_000);
  });

  it("allows no leases while it is more than 250 ms off", () => {
    const { hand, time } = anchored();
    expect(time.isTrusted).toBe(true);
    time.correct([hand.sample(noon - 1_000)]);
    expect(time.isTrusted).toBe(false);
    hand.at += 1_400;
    expect(time.isTrusted).toBe(false);
    hand.at += 300;
    expect(time.isTrusted).toBe(true);
  });

  it("allows no leases while a long round trip leaves a larger error", () => {
    expect(anchored(498).time.isTrusted).toBe(true);
    expect(anchored(502).time.isTrusted).toBe(false);
  });
});
