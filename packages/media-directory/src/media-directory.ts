import {
  BackupSource,
  Clock,
  ContractVersion,
  Conversations,
  Diagnostician,
  Digest,
  DueListener,
  ErasureListener,
  HttpClient,
  Logger,
  MediaStore,
  PluginInstance,
  PluginState,
  Random,
} from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { MediaBackupSource } from "./backup/backup-source.ts";
import { DirectoryMediaStore } from "./copy/directory-media-store.ts";
import { type MediaDirectoryOptions, mediaSettings } from "./media-directory-options.ts";
import { type OpenedMedia, openMedia } from "./open-media.ts";
import { FileListener } from "./serving/file-listener.ts";
import { MediaFiles } from "./serving/media-files.ts";
import { MediaDiagnostician } from "./upkeep/diagnosis.ts";
import { MediaErasures } from "./upkeep/erasures.ts";
import { MediaSweep, sweepKey } from "./upkeep/sweep.ts";

/** Of the plugin's instance: its rows are found again by it. */
const name = "media";

/**
 * The media store in a directory, and a `MediaFiles` for the host to serve at `publicUrl`.
 * @throws ParleyError `invalid-option`
 */
export const mediaDirectory = (options: MediaDirectoryOptions): ContainerModule => {
  const settings = mediaSettings(options);
  const opened = Symbol("media directory") as ServiceIdentifier<OpenedMedia>;

  return new ContainerModule(({ bind }) => {
    bind(ContractVersion).toConstantValue("1.0");
    bind(PluginInstance).toConstantValue({ name, standing: [{ key: sweepKey, value: null }] });
    bind(opened)
      .toResolvedValue(
        (state: PluginState, random: Random, logger: Logger) =>
          openMedia(settings, { state, random, logger }),
        [{ serviceIdentifier: PluginState, name }, Random, Logger],
      )
      .inSingletonScope();
    bind(MediaStore)
      .toResolvedValue(
        (
          media: OpenedMedia,
          http: HttpClient,
          conversations: Conversations,
          clock: Clock,
          random: Random,
          digest: Digest,
          logger: Logger,
        ) =>
          new DirectoryMediaStore({
            ...media,
            http,
            conversations,
            clock,
            random,
            digest,
            logger,
            settings,
          }),
        [opened, HttpClient, Conversations, Clock, Random, Digest, Logger],
      )
      .inSingletonScope()
      .onDeactivation((store) => (store as DirectoryMediaStore).close());
    bind(MediaFiles)
      .toResolvedValue(
        ({ rows, folder }: OpenedMedia, logger: Logger) =>
          new FileListener({ rows, folder, logger, publicUrl: settings.publicUrl }),
        [opened, Logger],
      )
      .inSingletonScope();
    bind(ErasureListener)
      .toResolvedValue(({ folder, room }: OpenedMedia) => new MediaErasures(folder, room), [opened])
      .inSingletonScope()
      .whenNamed(name);
    bind(DueListener)
      .toResolvedValue(
        (media: OpenedMedia, clock: Clock, logger: Logger) =>
          new MediaSweep({ ...media, clock, logger }),
        [opened, Clock, Logger],
      )
      .inSingletonScope()
      .whenNamed(name);
    bind(BackupSource).toConstantValue(new MediaBackupSource(settings.directory));
    bind(Diagnostician)
      .toResolvedValue(
        (media: OpenedMedia, clock: Clock, random: Random) =>
          new MediaDiagnostician({ ...media, clock, random }),
        [opened, Clock, Random],
      )
      .inSingletonScope();
  });
};
