import { AgentBackend, MessageStore } from "@parley/core";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { Container, ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { ScriptedBackend, sharedStore } from "../../src/index.ts";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";

/** Memory stores that note when they are opened and closed. */
function notedStores(notes: string[]): () => ContainerModule {
  const data = new MemoryData();
  return () =>
    new ContainerModule(async (options) => {
      await memoryStores({ data }).load(options);
      notes.push("opened");
      options.onDeactivation(MessageStore, () => void notes.push("closed"));
    });
}

it("a shared store is opened by the first gateway, closed by the last, and opened again", async () => {
  const notes: string[] = [];
  const open = sharedStore(notedStores(notes));
  const enter = async () => {
    const [container, adapter] = [new Container(), open()];
    await container.loadAsync(adapter);
    const store = await container.getAsync(MessageStore);
    return { store, leave: () => container.unloadAsync(adapter) };
  };
  const [first, second] = [await enter(), await enter()];
  expect(second.store).toBe(first.store);
  await first.leave();
  expect(notes).toEqual(["opened"]);
  await second.leave();
  expect(notes).toEqual(["opened", "closed"]);
  const third = await enter();
  expect(third.store).not.toBe(first.store);
  await third.leave();
  expect(notes).toEqual(["opened", "closed", "opened", "closed"]);
});

it("a gateway of the bench that dies closes its store, and the next one opens one", async () => {
  const notes: string[] = [];
  const bench = await AgentBench.startCarrying(() => notedStores(notes));
  const backend = new ScriptedBackend(bench.rig.time);
  const plugin = await bench.plug(
    () => new ContainerModule(({ bind }) => void bind(AgentBackend).toConstantValue(backend)),
  );
  bench.plugged.node.life.stop("dead");
  await bench.plugged.startNode();
  expect(notes).toEqual(["opened", "opened", "closed", "opened"]);
  await plugin.unplug();
  await bench.close();
  expect(notes.filter((note) => note === "closed")).toHaveLength(3);
});
