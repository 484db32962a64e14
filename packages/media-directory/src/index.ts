export { mediaDirectory } from "./media-directory.ts";
export type { MediaDirectoryOptions } from "./media-directory-options.ts";
export { MediaFiles } from "./serving/media-files.ts";
export {
  type RestoredMedia,
  restoreMedia,
  type RestoreMediaOptions,
} from "./backup/restore-media.ts";
