import { describe, expect, it } from "vitest";
import { Slots } from "../src/slots.ts";

const patient = new AbortController().signal;

describe("an origin's places", () => {
  it("go to who waits longest", async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await slots.take("a", patient);
    const waiting = ["second", "third", "fourth"].map(async (name) => {
      const giveBack = await slots.take("a", patient);
      order.push(name);
      giveBack();
    });
    first();
    await Promise.all(waiting);
    expect(order).toEqual(["second", "third", "fourth"]);
  });

  it("pass over who has given up, and leave no place lost", async () => {
    const slots = new Slots(1);
    const impatient = new AbortController();
    const first = await slots.take("a", patient);
    const second = slots.take("a", impatient.signal);
    const third = slots.take("a", patient);
    impatient.abort();
    await expect(second).rejects.toThrow("aborted");
    first();
    (await third)();
    (await slots.take("a", patient))();
  });

  it("of one origin delay no other", async () => {
    const slots = new Slots(1);
    await slots.take("a", patient);
    (await slots.take("b", patient))();
  });
});
