import { describe, expect, it } from "vitest";
import type { LiveEvent } from "../../src/live/live-event.ts";
import { LiveEvents } from "../../src/live/live-events.ts";

const typed = (id: string): LiveEvent => ({
  type: "typing",
  data: { conversationId: id, type: "typein" },
});

describe("live events", () => {
  it("are numbered in order and kept for those who come back", () => {
    const live = new LiveEvents("boot");
    const before = live.latestId;
    for (const id of ["a", "b", "c"]) live.publish(typed(id));
    expect(live.since(before)?.map(({ id }) => id)).toEqual(["boot-1", "boot-2", "boot-3"]);
    expect(live.since("boot-2")).toEqual([{ id: "boot-3", event: typed("c") }]);
    expect(live.since(live.latestId)).toEqual([]);
  });

  it("are kept up to a limit, past which nobody is told a part of the truth", () => {
    const live = new LiveEvents("boot", 2);
    for (const id of ["a", "b", "c"]) live.publish(typed(id));
    expect(live.since("boot-0")).toBeNull();
    expect(live.since("boot-1")?.map(({ event }) => event)).toEqual([typed("b"), typed("c")]);
  });

  it("cannot be resumed from another process's id, from the future or from nonsense", () => {
    const live = new LiveEvents("boot");
    live.publish(typed("a"));
    for (const id of ["other-0", "boot-2", "boot-", "boot--1", "boot-01", "boot-1e0", "1"]) {
      expect(live.since(id)).toBeNull();
    }
  });

  it("of a forgotten conversation are gone, and the others keep their ids", () => {
    const live = new LiveEvents("boot");
    for (const id of ["a", "b", "a", "c"]) live.publish(typed(id));
    live.forget("a");
    expect(live.since("boot-0")).toEqual([
      { id: "boot-2", event: typed("b") },
      { id: "boot-4", event: typed("c") },
    ]);
    expect(live.latestId).toBe("boot-4");
  });

  it("that are only mentioned reach those who listen and nobody later", () => {
    const live = new LiveEvents("boot");
    const heard: string[] = [];
    const deafen = live.listen(({ id, event }) => heard.push(`${id} ${event.type}`));
    live.mention(typed("a"));
    deafen();
    live.mention(typed("b"));
    expect(heard).toEqual(["boot-0 typing"]);
    expect(live.since("boot-0")).toEqual([]);
  });
});
