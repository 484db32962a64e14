import type { CommandContext } from "../command-context.ts";
import type { GatewayMove } from "./gateway-move.ts";
import type { MovedPart } from "./moved.ts";

const percent = 100;

/**
 * Copies the files of the media directory, if the user gave one.
 * @throws ParleyError of `moveMedia`; the reason of the context's signal
 */
export async function moveMediaFiles(
  { media }: GatewayMove,
  { progress, signal }: Pick<CommandContext, "progress" | "signal">,
): Promise<readonly MovedPart[]> {
  if (media === null) return [];
  // Imported here only, since few moves need it.
  const { moveMedia } = await import("@parley/media-directory");
  const moving = progress("Media", percent);
  const onProgress = (fraction: number) => moving.update(Math.floor(percent * fraction));
  try {
    const { files, digest, wasMoved } = await moveMedia({ ...media, onProgress, signal });
    return [{ name: "media files", entries: files, digest, wasMoved }];
  } finally {
    moving.end();
  }
}
