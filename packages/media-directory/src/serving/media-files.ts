import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceIdentifier } from "inversify";

/** Called by hosts, which serve it at `publicUrl`; implemented by `mediaDirectory`. Get it by `gateway.get(MediaFiles)`. */
export interface MediaFiles {
  /**
   * Answers requests for stored files: `GET` and `HEAD` of `/<id>` and `/<id>/<name>`, also below the path of `publicUrl`.
   * Pass it to `createServer` or to `app.use("/media", …)`. It answers every request and never throws.
   */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
}
export const MediaFiles = Symbol.for(
  "@parley/media-directory/MediaFiles",
) as ServiceIdentifier<MediaFiles>;
