import { expect, it } from "vitest";
import { ReadingScope } from "../../src/engine/owners/reading-scope.ts";
import { ScopedOwners } from "../../src/engine/owners/scoped-owners.ts";
import type { Conversation } from "../../src/model/conversation.ts";
import type { Owners, TransitionRequest } from "../../src/ports/services/owners.ts";

const owner = { backend: "desk", assignee: null, fence: 0 };

/** The owners as the agent app `desk` sees them, with what it asks of the gateway. */
function desk({ mayAssign = false, name = "desk" } = {}) {
  const passed: TransitionRequest[] = [];
  let reads = 0;
  const store = {
    find: async () => {
      reads += 1;
      return { id: "c", owner } as Conversation;
    },
  };
  const all = {
    transition: async (request: TransitionRequest) => {
      passed.push(request);
      return { done: true, owner };
    },
  };
  const scope = new ReadingScope(["desk"], [], store as never);
  const owners = new ScopedOwners(all as unknown as Owners, scope, name, mayAssign);
  const change = (request: Partial<TransitionRequest>) =>
    owners.transition({
      conversationId: "c",
      fence: 0,
      to: { backend: "other", assignee: null },
      name: "assigned",
      by: "Ann",
      why: null,
      ...request,
    });
  return { change, passed, reads: () => reads };
}

it("an agent app changes an owner under the fence of its own ownership alone: not under one to come", async () => {
  const { change, passed, reads } = desk();
  expect(await change({ fence: 1 })).toMatchObject({ done: false, refusal: { code: 40_901 } });
  expect(passed).toEqual([]);
  expect(await change({})).toMatchObject({ done: true });
  expect([passed.length, reads()]).toEqual([1, 2]);
});

it("an agent app that may assign does so under any owner's fence", async () => {
  const { change, passed } = desk({ mayAssign: true });
  await change({ fence: 1 });
  expect(passed).toMatchObject([{ fence: 1, by: "desk: Ann" }]);
});

it("a request that is not valid is refused before it is prefixed or passed on", async () => {
  for (const mayAssign of [false, true]) {
    const { change, passed } = desk({ mayAssign });
    for (const by of [undefined, null, 7, "", "x".repeat(256)])
      expect(await change({ by: by as string })).toMatchObject({ refusal: { code: 40_011 } });
    expect(passed).toEqual([]);
  }
});

it("who changes it is cut to 255 characters behind the agent app's name, never within one", async () => {
  const name = "d".repeat(40);
  const { change, passed } = desk({ name });
  for (const letter of ["x", "👍"]) await change({ by: letter.repeat(255) });
  expect(passed.map(({ by }) => by)).toEqual([
    `${name}: ${"x".repeat(213)}`,
    `${name}: ${"👍".repeat(213)}`,
  ]);
});
