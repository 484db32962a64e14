import { type AgentBackend, ParleyError, type PluginState, type PluginWrite } from "@parley/core";
import type { NodeLife } from "./node-life.ts";

/** The plugin's backend as core calls it. Whatever else the plugin's object has is as it was. */
export function watchedBackend(backend: AgentBackend, life: NodeLife): AgentBackend {
  const calls: Pick<AgentBackend, "receive" | "report"> = {
    receive: (event, signal) =>
      life.call(`message ${event.conversationId}`, "receive", () => backend.receive(event, signal)),
    report: (report, signal) =>
      life.call(`report ${report.conversationId}`, "report", () => backend.report(report, signal)),
  };
  return new Proxy(backend, {
    get: (target, name) => {
      if (name === "receive" || name === "report") return calls[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** The state as the plugin calls it. Faults may come around a call. */
export function steppedState(state: PluginState, life: NodeLife): PluginState {
  return {
    get: (key) => life.step("state.get", () => state.get(key), storeFails),
    list: (prefix, page) => life.step("state.list", () => state.list(prefix, page), storeFails),
    wake: (key) => life.step("state.wake", () => state.wake(key), storeFails),
    write: (batch) => life.step("state.write", () => state.write(batch), storeFails),
  };
}

function storeFails(): never {
  throw new ParleyError(
    "store-unavailable",
    "The store failed. It may have done what it was asked.",
    {
      retryable: true,
    },
  );
}

/** The suite hands events over when their leases are settled, so every turn counts as current. */
export function stateWithoutTurns(state: PluginState): PluginState {
  return {
    get: (key) => state.get(key),
    list: (prefix, page) => state.list(prefix, page),
    wake: (key) => state.wake(key),
    write: (batch) => state.write(batch.map(withoutTurn)),
  };
}

function withoutTurn(write: PluginWrite): PluginWrite {
  const { turn: _turn, ...when } = write.when ?? {};
  return { ...write, when };
}
