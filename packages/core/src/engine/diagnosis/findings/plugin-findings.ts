import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { InstanceUsage } from "../../../ports/stores/state-store.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";

/** From this part of a limit on, the state of a plugin is nearly full. */
const nearlyFull = 0.8;

/** Findings about plugins: what they keep, and calls that do not end. Rejects with the store's error. */
export async function pluginFindings(parts: EngineParts): Promise<readonly Finding[]> {
  const usages = await parts.ports.stateStore.usage();
  const found = usages.flatMap((usage) => stateFindings(usage, parts));
  const stuck = parts.backends.flatMap((backend) => {
    const overdue = parts.unsettledCalls.overdueOf(
      (called) => (parts.standIns[called] ?? called) === backend,
    );
    return overdue === 0 ? [] : [stuckFinding(backend, overdue, parts.backends)];
  });
  return [...found, ...stuck];
}

function stateFindings(usage: InstanceUsage, { ports }: EngineParts): readonly Finding[] {
  const { instance, failing, erased } = usage;
  const findings = [roomFinding(usage, ports.bounds)];
  if (failing > 0)
    findings.push(
      warningFinding(
        "plugin-state",
        `Plugin ${instance}: the last due call of ${entriesText(failing)} failed.`,
        "Look for `a due call of a plugin failed` in the gateway's log. They are called again.",
      ),
    );
  if (erased > 0)
    findings.push(
      warningFinding(
        "plugin-state",
        `Plugin ${instance} has not taken the erasure of conversations, of which it keeps ${entriesText(erased)}.`,
        "Look into the gateway's log: its app is down, or refuses. After 30 days the entries are deleted, and the plugin can no longer delete what its app holds.",
      ),
    );
  return findings;
}

function roomFinding(
  { instance, entries, bytes }: InstanceUsage,
  { pluginEntries, pluginBytes }: { readonly pluginEntries: number; readonly pluginBytes: number },
): Finding {
  const message = `Plugin ${instance} keeps ${entriesText(entries)} and ${megabytesText(bytes)}.`;
  const part = Math.max(entries / pluginEntries, bytes / pluginBytes);
  if (part < nearlyFull) return okFinding("plugin-state", message);
  const level = part < 1 ? warningFinding : faultFinding;
  return level("plugin-state", message, roomAdvice);
}

const roomAdvice =
  "Raise `pluginEntries` or `pluginBytes` of the gateway's bounds, or let the plugin give its entries an expiry. When it is full, new entries are refused.";

function stuckFinding(backend: string, calls: number, backends: readonly string[]): Finding {
  const plugin =
    backends.length === 1 ? "The agent app's plugin" : `The plugin of the agent app "${backend}"`;
  return warningFinding(
    "plugin-calls",
    `${plugin} was called more than five minutes ago and has not answered: ${calls === 1 ? "1 call" : `${calls} calls`}.`,
    "It ignores the signal that ends its calls. Update the plugin; until then a conversation may be handled by two calls at once.",
  );
}

function entriesText(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}

function megabytesText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
