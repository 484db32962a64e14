export { mediaDirectory } from "./media-directory.ts";
export type { MediaDirectoryOptions } from "./media-directory-options.ts";
export { MediaFiles } from "./serving/media-files.ts";
export {
  type RestoredMedia,
  restoreMedia,
  type RestoreMediaOptions,
} from "./backup/restore-media.ts";
export { moveMedia, type MovedMedia, type MoveMediaOptions } from "./move/move-media.ts";
