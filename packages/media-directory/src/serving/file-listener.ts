import type { IncomingMessage, ServerResponse } from "node:http";
import { errorFacts, type Logger } from "@parley/core";
import send from "send";
import { FileFolder } from "../files/file-folder.ts";
import type { FileRows, StoredRow } from "../files/file-rows.ts";
import { fileHeaders, safeHeaders } from "./file-headers.ts";
import type { MediaFiles } from "./media-files.ts";

/** What serving needs. */
export interface FileListenerPorts {
  readonly rows: FileRows;
  readonly folder: FileFolder;
  readonly logger: Logger;
  readonly publicUrl: string;
}

/** Serves files by their row. The id is looked up; no part of the URL becomes a path. */
export class FileListener implements MediaFiles {
  readonly #ports: FileListenerPorts;
  readonly #basePath: string;

  constructor(ports: FileListenerPorts) {
    this.#ports = ports;
    this.#basePath = new URL(ports.publicUrl).pathname.replace(/\/$/, "");
  }

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    this.#serve(request, response).catch((error: unknown) => {
      this.#ports.logger.error("a stored file could not be served", errorFacts(error));
      answer(response, 503, "The file cannot be read now.");
    });
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return answer(response, 405, "Only GET and HEAD are allowed here.");
    }
    const id = this.#idIn(request.url ?? "");
    const row = id === null ? null : await this.#ports.rows.byId(id);
    if (row === null) return notFound(response);
    this.#send(request, response, row);
  }

  /** `null`: the URL is not that of a file. */
  #idIn(url: string): string | null {
    const path = url.split(/[?#]/, 1)[0] ?? "";
    const own = path.startsWith(`${this.#basePath}/`) ? path.slice(this.#basePath.length) : path;
    const [, id = ""] = /^\/([^/]+)(?:\/[^/]*)?$/.exec(own) ?? [];
    return FileFolder.isId(id) ? id : null;
  }

  #send(request: IncomingMessage, response: ServerResponse, row: StoredRow): void {
    const { folder, logger } = this.#ports;
    for (const [name, value] of Object.entries(fileHeaders(row))) response.setHeader(name, value);
    send(request, FileFolder.placeOf(row.id), {
      root: folder.path,
      cacheControl: false,
      index: false,
    })
      .on("error", (error: SendError) => {
        for (const name of ["cache-control", "content-disposition", "etag", "last-modified"])
          response.removeHeader(name);
        if (error.status === 404) return notFound(response);
        for (const [name, value] of Object.entries(error.headers ?? {}))
          response.setHeader(name, value);
        if (error.status === 412) return answer(response, 412, "The file is another one.");
        if (error.status === 416) return answer(response, 416, "The file has no such range.");
        logger.error("a stored file could not be served", errorFacts(error));
        answer(response, 503, "The file cannot be read now.");
      })
      .pipe(response);
  }
}

/** What `send` gives when it cannot answer with the file. */
interface SendError extends Error {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same for an id that never was, an erased conversation, and a file that was lost. */
function notFound(response: ServerResponse): void {
  answer(response, 404, "There is no such file.");
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) return void response.destroy();
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value);
  response.setHeader("content-type", "text/plain; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.statusCode = status;
  response.end(`${sentence}\n`);
}
