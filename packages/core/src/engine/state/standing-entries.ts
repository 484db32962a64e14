import { ParleyError } from "../../errors.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { PluginInstance } from "../../ports/plugin-instance.ts";
import type { PluginState } from "../../ports/services/plugin-state.ts";

/**
 * Writes the standing entries of an instance that are missing. Other nodes may do so at once. A full state does not
 * stop the start: visitors' messages need no plugin. The doctor names it.
 * @throws ParleyError `invalid-option`, and the store's error
 */
export async function writeStandingEntries(
  { name, standing = [] }: PluginInstance,
  state: PluginState,
  { now, logger }: { readonly now: number; readonly logger: Logger },
): Promise<void> {
  for (const { key, value, isDue = true } of standing) {
    const answer = await state.write([
      { put: key, value, due: isDue ? now : null, when: { ifAbsent: true } },
    ]);
    if (answer.written || answer.why === "exists") continue;
    if (answer.why === "full") {
      logger.error("a standing entry of a plugin was not written: its state is full", {
        instance: name,
      });
      continue;
    }
    const detail = answer.detail ?? `it was refused: ${answer.why}.`;
    const message = `Plugin ${name}: its standing entry could not be written: ${detail}`;
    throw new ParleyError("invalid-option", message);
  }
}
