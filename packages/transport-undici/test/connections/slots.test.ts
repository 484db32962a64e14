import { describe, expect, it } from "vitest";
import { Slots } from "../../src/slots.ts";

const patient = new AbortController().signal;

describe("an origin's places", () => {
  it("go to who waits longest", async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    await slots.take("a", patient);
    const waiting = ["second", "third", "fourth"].map(async (name) => {
      await slots.take("a", patient);
      order.push(name);
      slots.giveBack("a");
    });
    slots.giveBack("a");
    await Promise.all(waiting);
    expect(order).toEqual(["second", "third", "fourth"]);
  });

  it("pass over who has given up, and leave no place lost", async () => {
    const slots = new Slots(1);
    const impatient = new AbortController();
    await slots.take("a", patient);
    const second = slots.take("a", impatient.signal);
    const third = slots.take("a", patient);
    impatient.abort();
    await expect(second).rejects.toThrow("aborted");
    slots.giveBack("a");
    await third;
    slots.giveBack("a");
    await slots.take("a", patient);
  });

  it("of one origin delay no other", async () => {
    const slots = new Slots(1);
    await slots.take("a", patient);
    await slots.take("b", patient);
    expect(slots.takeFree("b")).toBe(false);
  });

  it("are taken without waiting while there are any", async () => {
    const slots = new Slots(2);
    expect([1, 2, 3].map(() => slots.takeFree("a"))).toEqual([true, true, false]);
    slots.giveBack("a");
    expect([1, 2].map(() => slots.takeFree("a"))).toEqual([true, false]);
    slots.giveBack("a");
    slots.giveBack("a");
    await slots.take("a", patient);
    expect([1, 2].map(() => slots.takeFree("a"))).toEqual([true, false]);
  });
});
