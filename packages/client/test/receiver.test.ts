import { describe, expect, it, vi } from "vitest";
import {
  receiverCodes,
  type ReceiverOptions,
  RejectMessage,
  rememberInMemory,
} from "../src/index.ts";
import { MessageHandler } from "../src/receive/message-handler.ts";
import { agentBody, agentRequest, answerOf, taken } from "./support/agent-request.ts";
import { receiving } from "./support/receiving.ts";

const withMessage = (message: object) => agentBody({ message: { id: "m", ...message } });

describe("a message of an agent", () => {
  it("is handed over, and answered with the success shape", async () => {
    const { events, receiver } = receiving();
    const response = await receiver(agentRequest());
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await answerOf(response)).toEqual(taken);
    expect(events).toEqual([
      {
        channelId: "shop",
        sender: { name: "Ada", photo: "https://agents.example/ada.png" },
        recipient: { id: "v1", isNumber: false },
        message: { type: "text", id: "m-1", text: "hello" },
      },
    ]);
  });

  it("is handed over once, however often it comes", async () => {
    const { events, post } = receiving();
    for (let n = 0; n < 3; n += 1) expect(await post()).toEqual(taken);
    expect(events.length).toBe(1);
  });

  it("is not remembered before the callback has succeeded, and is redelivered until it has", async () => {
    const onMessage = vi.fn<ReceiverOptions["onMessage"]>();
    onMessage.mockRejectedValueOnce(new Error("the database is away"));
    const { post, errors } = receiving({ onMessage });
    expect(await post()).toEqual([
      500,
      {
        error: {
          code: receiverCodes.internal,
          message: "The message could not be accepted at the moment.",
        },
      },
    ]);
    expect(errors).toEqual([new Error("the database is away")]);
    expect(await post()).toEqual(taken);
    expect(await post()).toEqual(taken);
    expect(onMessage).toHaveBeenCalledTimes(2);
  });

  it("that comes again while the callback works waits for the same answer", async () => {
    const working = Promise.withResolvers<void>();
    const handle = vi.fn<() => Promise<void>>(() => working.promise);
    const desk = new MessageHandler({ onError: () => {}, remember: rememberInMemory() });
    const take = () => desk.handleOnce("m-1", handle);
    const answers = [take(), take(), take()];
    working.reject(new RejectMessage(9, "The visitor has left."));
    const bodies = (await Promise.all(answers)).map(({ body }) => body);
    const rejected = '{"error":{"code":9,"message":"The visitor has left."}}';
    expect(bodies).toEqual([rejected, rejected, rejected]);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it("is answered as it would be where onError throws, at once or later", async () => {
    const remember = { has: () => false, add: () => Promise.reject(new Error("away")) };
    const fail = () => {
      throw new Error("the log is away");
    };
    for (const onError of [fail, async () => fail()]) {
      expect(await receiving({ remember, onError }).post()).toEqual(taken);
      expect((await receiving({ onMessage: fail, onError }).post())[0]).toBe(500);
    }
  });

  it("that was rejected is handed over again when the agent sends it again", async () => {
    const onMessage = vi.fn<ReceiverOptions["onMessage"]>();
    onMessage.mockRejectedValueOnce(new RejectMessage(9, "Not now."));
    const { post } = receiving({ onMessage });
    expect(await post()).toEqual([200, { error: { code: 9, message: "Not now." } }]);
    expect(await post()).toEqual(taken);
  });

  it("is looked up in what you remember, and remembered there", async () => {
    const ids = new Set<string>(["m-0"]);
    const remember = {
      has: async (id: string) => ids.has(id),
      add: async (id: string) => void ids.add(id),
    };
    const { events, post } = receiving({ remember });
    expect(await post(withMessage({ id: "m-0", type: "text", text: "known" }))).toEqual(taken);
    expect(await post()).toEqual(taken);
    expect([events.length, [...ids]]).toEqual([1, ["m-0", "m-1"]]);
  });

  it("is redelivered when it cannot be looked up, but not when it cannot be remembered", async () => {
    const gone = new Error("the database is away");
    const fail = () => {
      throw gone;
    };
    const unseen = receiving({ remember: { has: fail, add: () => {} } });
    expect((await unseen.post())[0]).toBe(500);
    expect(unseen.events).toEqual([]);
    for (const add of [fail, async () => fail()]) {
      const { events, errors, post } = receiving({ remember: { has: () => false, add } });
      expect(await post()).toEqual(taken);
      expect([events.length, errors]).toEqual([1, [gone]]);
    }
  });
});

describe("typing", () => {
  it.each(["typein", "typeout"] as const)(
    "is handed over each time, whatever else it has: %s",
    async (type) => {
      const onTyping = vi.fn<NonNullable<ReceiverOptions["onTyping"]>>();
      const { post } = receiving({ onTyping });
      const body = JSON.stringify({ recipient: { id: 7 }, message: { type, id: [] } });
      expect([await post(body), await post(body)]).toEqual([taken, taken]);
      const event = {
        channelId: "shop",
        sender: { name: "" },
        recipient: { id: "7", isNumber: true },
        type,
      };
      expect(onTyping.mock.calls).toEqual([[event], [event]]);
    },
  );

  it("is taken by a receiver that does not care, and by one that fails over it", async () => {
    const body = withMessage({ type: "typein" });
    expect(await receiving().post(body)).toEqual(taken);
    const failing = receiving({ onTyping: () => Promise.reject(new Error("no page is open")) });
    expect(await failing.post(body)).toEqual(taken);
    expect(failing.errors).toEqual([new Error("no page is open")]);
  });
});

describe("what is remembered in memory", () => {
  it("is the newest ids, as many as asked for", () => {
    const ids = rememberInMemory(2);
    for (const id of ["a", "b", "a", "c"]) ids.add(id);
    expect(["a", "b", "c"].map((id) => ids.has(id))).toEqual([true, false, true]);
  });
});

describe("errors", () => {
  it("are known across two copies of the package", () => {
    expect(RejectMessage.is(new RejectMessage(1, "no"))).toBe(true);
    expect(RejectMessage.is({ [Symbol.for("@parley/client/RejectMessage")]: true })).toBe(true);
    expect([RejectMessage.is(new Error("no")), RejectMessage.is(null)]).toEqual([false, false]);
  });
});
