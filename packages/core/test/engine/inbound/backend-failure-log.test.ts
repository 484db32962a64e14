import { ManualTime } from "@parley/conformance";
import { beforeEach, describe, expect, it } from "vitest";
import { BackendCaller } from "../../../src/engine/inbound/backend-caller.ts";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";
import { UnsettledCalls } from "../../../src/engine/inbound/unsettled-calls.ts";
import { NextTurn } from "../../../src/engine/next-turn.ts";
import { Observers } from "../../../src/engine/observers.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import type { Receipt } from "../../../src/ports/agent-backend.ts";
import type { LogFields } from "../../../src/ports/platform/logger.ts";
import type { LaneKind } from "../../../src/model/lane.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";
import { noPauses } from "../support/no-pauses.ts";

type Line = readonly [event: string, fields: LogFields | undefined];

let time: ManualTime;
let lines: Line[];

beforeEach(() => {
  time = new ManualTime();
  lines = [];
});

function aCaller(): BackendCaller {
  const write = (event: string, fields?: LogFields): void => void lines.push([event, fields]);
  const logger = { debug: write, info: write, warn: write, error: write };
  const observers = new Observers([], logger);
  const watch = new StallDetector(time, time);
  return new BackendCaller({
    clock: time,
    timers: time,
    watch,
    observers,
    logger,
    turn: new NextTurn(time),
    unsettledCalls: new UnsettledCalls(time),
    pauses: noPauses,
    answers: null,
  });
}

function aLease(kind: LaneKind = "inbound"): HeldLease {
  const visitor = { channelKey: "k", channelId: "shop", visitorKey: "1", visitorId: "1" };
  const conversation = { id: "c", ...visitor, profile: {}, createdAt: 0, lastMessageAt: 0 };
  const message = { message: "{}", sender: null, recipientId: null, acceptedAt: 0 };
  const head = { sequence: 1, messageSequence: 1, ...message };
  const lane = { kind, conversationId: "c" };
  const terms = { attempt: 3, startedAt: 0, until: time.now() + 11_000, memo: null };
  return new HeldLease({ ...terms, lane, token: 1, head, conversation } as Lease);
}

class DeskError extends Error {}

describe("an agent app that does not take what it is told", () => {
  it("is in the log with what was thrown, but not with what that says", async () => {
    const broken = async (): Promise<Receipt> => {
      throw new DeskError("visitor@example.org", { cause: new TypeError("secret") });
    };
    const end = await aCaller().ask(aLease(), broken);
    expect(end).toEqual({ outcome: "failed", isCalled: true });
    const why = { error: "DeskError", cause: "TypeError" };
    expect(lines).toEqual([
      [
        "the agent app did not accept a message",
        { conversationId: "c", attempt: 3, failures: 1, ...why },
      ],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/example|secret/);
  });

  it("is told of the same when it throws before there is a promise", async () => {
    await aCaller().ask(aLease("reports"), () => {
      throw Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    });
    expect(lines).toMatchObject([
      ["the agent app did not accept a report", { error: "ECONNREFUSED", failures: 1 }],
    ]);
  });

  it("comes again whatever it was that was thrown", async () => {
    const hostile = new Error("no");
    for (const name of ["constructor", "cause", "code"])
      Object.defineProperty(hostile, name, {
        get: () => {
          throw new Error("do not look");
        },
      });
    for (const thrown of [hostile, null, "visitor@example.org", Object.create(null)]) {
      const end = await aCaller().ask(aLease(), () => Promise.reject(thrown));
      expect(end).toEqual({ outcome: "failed", isCalled: true });
    }
    const errors = lines.map(([, fields]) => fields?.["error"]);
    expect(errors).toEqual(["unknown", "object", "string", "object"]);
  });

  it("is in the log as silent, or by an answer that is no receipt", async () => {
    const silent = aCaller().ask(aLease(), () => new Promise(() => {}));
    await time.advance(11_000);
    await silent;
    for (const answer of [
      undefined,
      null,
      {},
      { outcome: "later", inMs: -1 },
      { outcome: "rejected" },
    ])
      await aCaller().ask(aLease(), async () => answer as never);
    const errors = lines.map(([, fields]) => fields?.["error"]);
    expect(errors).toEqual(["timeout", ...Array.from({ length: 5 }, () => "no-receipt")]);
  });

  it("is told of every 10 s at most, and how often it was since, whatever the clock does", async () => {
    const caller = aCaller();
    const fail = () => caller.ask(aLease(), () => Promise.reject(new Error("no")));
    const failures = () => lines.map(([, fields]) => fields?.["failures"]);
    for (let times = 0; times < 5; times += 1) await fail();
    await time.advance(9_999);
    await fail();
    expect(failures()).toEqual([1]);
    await time.advance(1);
    await fail();
    expect(failures()).toEqual([1, 6]);
    await time.jump(-60_000);
    await fail();
    expect(failures()).toEqual([1, 6, 1]);
  });

  it("is not told of where it took it, refused it for good, or was called off", async () => {
    const caller = aCaller();
    const answers: Receipt[] = [{ outcome: "taken" }, { outcome: "rejected", reason: "no" }];
    for (const answer of answers) await caller.ask(aLease(), async () => answer);
    const dropped = aLease();
    await caller.ask(dropped, async () => {
      dropped.drop();
      throw new Error("called off");
    });
    expect(lines).toEqual([]);
  });
});
