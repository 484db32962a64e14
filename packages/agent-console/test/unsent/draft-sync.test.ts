import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../page/api/call.ts";
import { type Device, DraftsInMemory, openDevice, settled } from "../support/drafts-in-memory.ts";

const away = new ApiError(0, "The gateway cannot be reached.");
let server: DraftsInMemory;
let laptop: Device;
let phone: Device;

beforeEach(() => {
  server = new DraftsInMemory();
  laptop = openDevice(server, "laptop");
  phone = openDevice(server, "phone");
});

describe("a draft follows its agent", () => {
  it("to a device that is open, and to one that opens later", async () => {
    laptop.write("c", "half a");
    laptop.write("c", "half a sentence");
    await laptop.wait();
    expect(server.saves).toBe(1);
    expect(phone.shown("c")).toEqual(["half a sentence", []]);
    const tablet = openDevice(server, "tablet");
    await tablet.sync.start();
    expect(tablet.shown("c")).toEqual(["half a sentence", []]);
    phone.write("c", "half a sentence more");
    await phone.wait();
    expect(laptop.shown("c")).toEqual(["half a sentence more", []]);
    laptop.write("c", "");
    await laptop.wait();
    expect([phone.shown("c"), tablet.shown("c")]).toEqual([
      [null, []],
      [null, []],
    ]);
  });

  it("once the gateway is there again, after an outage and after a sign-in", async () => {
    server.trouble = away;
    laptop.write("c", "typed while away");
    await laptop.wait();
    expect(laptop.shown("c")).toEqual(["typed while away", []]);
    server.trouble = new ApiError(401, "Sign in first.", 40100);
    await laptop.wait();
    expect(laptop.signedOut).toEqual(["signed out"]);
    server.trouble = null;
    const again = openDevice(server, "laptop", laptop.storage);
    expect(again.shown("c")).toEqual(["typed while away", []]);
    await again.sync.start();
    await again.wait();
    expect(phone.shown("c")).toEqual(["typed while away", []]);
  });

  it("at once when the page is hidden", async () => {
    laptop.write("c", "a");
    laptop.sync.flush();
    await settled();
    expect(phone.shown("c")).toEqual(["a", []]);
  });

  it("but stays in this browser when the gateway refuses it, and is not asked about again", async () => {
    laptop.write("c", "too long");
    server.trouble = new ApiError(400, "Too long.", 40090);
    await laptop.wait();
    server.trouble = null;
    await laptop.wait();
    expect([server.saves, laptop.shown("c")]).toEqual([0, ["too long", []]]);
  });
});

describe("two devices that write at once", () => {
  beforeEach(async () => {
    laptop.write("c", "from the laptop");
    phone.write("c", "from the phone");
    await laptop.wait();
    await phone.wait();
  });

  it("show the later text, and keep the other one at hand", () => {
    for (const device of [laptop, phone])
      expect(device.shown("c")).toEqual(["from the phone", ["from the laptop"]]);
  });

  it("get the other text back in exchange for the shown one", async () => {
    const [other] = server.view("c").others;
    await laptop.sync.swap("c", other?.revision ?? 0);
    await settled();
    for (const device of [laptop, phone])
      expect(device.shown("c")).toEqual(["from the laptop", ["from the phone"]]);
  });

  it("keep what is typed during the exchange, and both texts beside it", async () => {
    const [other] = server.view("c").others;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    const swapped = laptop.sync.swap("c", other?.revision ?? 0);
    await settled();
    laptop.write("c", "from the phone, and more");
    server.held = null;
    resolve();
    await swapped;
    await laptop.wait();
    for (const device of [laptop, phone])
      expect(device.shown("c")).toEqual([
        "from the phone, and more",
        ["from the laptop", "from the phone"],
      ]);
  });

  it("forget the other text when the agent deletes it", async () => {
    const [other] = server.view("c").others;
    await phone.sync.drop("c", other?.revision ?? 0);
    await settled();
    for (const device of [laptop, phone]) expect(device.shown("c")).toEqual(["from the phone", []]);
  });

  it("lose nothing when the gateway is away for the exchange", async () => {
    const [other] = server.view("c").others;
    server.trouble = away;
    await expect(laptop.sync.swap("c", other?.revision ?? 0)).rejects.toBe(away);
    expect(laptop.shown("c")).toEqual(["from the phone", ["from the laptop"]]);
    server.trouble = null;
    await laptop.wait();
    expect(phone.shown("c")).toEqual(["from the phone", ["from the laptop"]]);
  });
});

describe("a draft that is sent", () => {
  beforeEach(async () => {
    laptop.write("c", "good day");
    await laptop.wait();
  });

  it("goes from every device", async () => {
    server.sent("c", laptop.send("c"));
    await settled();
    expect([laptop.shown("c"), phone.shown("c")]).toEqual([
      [null, []],
      [null, []],
    ]);
    const tablet = openDevice(server, "tablet");
    await tablet.sync.start();
    expect(tablet.shown("c")).toEqual([null, []]);
  });

  it("does not come back by a save that the message overtook", async () => {
    laptop.write("c", "good day to you");
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    await laptop.wait();
    server.sent("c", laptop.send("c"));
    server.held = null;
    resolve();
    await settled();
    await laptop.wait();
    expect(server.view("c").draft).toBeNull();
    expect([laptop.shown("c"), phone.shown("c")]).toEqual([
      [null, []],
      [null, []],
    ]);
  });

  it("does not take with it what another device has added", async () => {
    phone.write("c", "good day, and more");
    server.sent("c", laptop.send("c"));
    await phone.wait();
    await phone.wait();
    expect(phone.shown("c")).toEqual(["good day, and more", []]);
    expect(server.view("c").draft?.text).toBe("good day, and more");
    expect(laptop.shown("c")).toEqual(["good day, and more", []]);
  });

  it("is not shown again by the page where its message still waits", async () => {
    const { id } = laptop.send("c");
    const message = { type: "text", text: "good day" };
    const told = { key: "k", conversationId: "c", draftId: id, draft: message, at: 1 };
    laptop.store.setMessage({ ...told, state: "failed", reason: "away", doubtful: false });
    await laptop.sync.start();
    expect(laptop.shown("c")).toEqual([null, []]);
  });

  it("goes from the gateway when the agent discards its message", async () => {
    const { id, device, revision } = laptop.send("c");
    const message = { type: "text", text: "good day" };
    laptop.sync.discarded({
      key: "k",
      conversationId: "c",
      draftId: id,
      draft: message,
      at: 1,
      state: "failed",
      reason: "away",
      doubtful: false,
      from: { device, revision },
    });
    await settled();
    expect([server.view("c").draft, phone.shown("c")]).toEqual([null, [null, []]]);
  });
});

describe("a conversation that is erased", () => {
  it("takes its draft from open pages at once, and from others at their next contact", async () => {
    laptop.write("c", "about the visitor");
    await laptop.wait();
    server.erased.add("c");
    server.rows.clear();
    phone.sync.erased("c");
    expect(phone.shown("c")).toEqual([null, []]);
    expect(phone.store.getState().erased).toBe(1);
    laptop.write("c", "about the visitor, more");
    await laptop.wait();
    expect([laptop.shown("c"), laptop.storage.length]).toEqual([[null, []], 0]);
  });
});

describe("a gateway that was restored from a backup", () => {
  it("gets the newer text of the browser", async () => {
    laptop.write("c", "one");
    await laptop.wait();
    const old = server.view("c");
    laptop.write("c", "one two");
    await laptop.wait();
    const { draft, ...row } = old;
    server.rows.set("c", {
      ...row,
      id: draft?.id ?? "",
      device: "laptop",
      sentRevision: 0,
      body: { text: "one", media: null },
    });
    await laptop.sync.start();
    await laptop.wait();
    expect(server.view("c").draft?.text).toBe("one two");
  });
});
