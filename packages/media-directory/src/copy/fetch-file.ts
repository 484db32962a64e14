import {
  type Clock,
  type HttpClient,
  type HttpResponse,
  type MediaCopyRequest,
  ParleyError,
} from "@parley/core";
import type { Draft } from "../files/draft.ts";
import { codeOf } from "../files/file-fault.ts";
import type { FileFolder } from "../files/file-folder.ts";
import type { Room } from "../files/room.ts";
import type { MediaSettings } from "../media-directory-options.ts";
import { headerOf, lengthOf } from "./answer-headers.ts";
import { fileName } from "./file-name.ts";
import { FileReception } from "./file-reception.ts";
import { type Refused, refused } from "./refusals.ts";

/** A fetched file, durable in a draft. */
export interface FetchedFile {
  readonly draft: Draft;
  readonly type: string;
  readonly name: string;
}

/** What fetching needs. */
export interface FetchPorts {
  readonly http: HttpClient;
  readonly folder: FileFolder;
  readonly room: Room;
  readonly clock: Clock;
  readonly settings: Pick<MediaSettings, "limitBytes" | "types">;
}

/**
 * Fetches a file into a draft. What it refuses or throws leaves no draft and takes no room.
 * @param draftName unique
 * @throws what the file system does
 */
export async function fetchFile(
  ports: FetchPorts,
  request: MediaCopyRequest,
  draftName: string,
): Promise<FetchedFile | Refused> {
  const limitBytes = Math.min(request.limitBytes ?? Infinity, ports.settings.limitBytes);
  const response = await ask(ports.http, request, limitBytes);
  if ("why" in response) return response;
  const refusal = answerRefusal(response, limitBytes);
  if (refusal !== null) {
    await response.body.cancel().catch(() => undefined);
    return refusal;
  }
  return receive(ports, request, response, { draftName, limitBytes });
}

async function ask(
  http: HttpClient,
  { url, headers, allowOrigins, signal }: MediaCopyRequest,
  limitBytes: number,
): Promise<HttpResponse | Refused> {
  try {
    return await http.request({
      method: "GET",
      url,
      headers: { "accept-encoding": "identity", ...headers },
      limitBytes,
      ...(allowOrigins !== undefined && { allowOrigins }),
      signal,
    });
  } catch (error) {
    return clientRefusal(error);
  }
}

/** What the head of an answer says against storing its body. */
function answerRefusal(response: HttpResponse, limitBytes: number): Refused | null {
  const { status } = response;
  if (status === 404 || status === 410) return refused("not-found");
  if (status !== 200) return refused("refused", status === 408 || status === 429 || status >= 500);
  const encoding = headerOf(response, "content-encoding").toLowerCase();
  if (encoding !== "" && encoding !== "identity") return refused("refused");
  return (lengthOf(response) ?? 0) > limitBytes ? refused("too-large") : null;
}

async function receive(
  { folder, room, clock, settings: { types } }: FetchPorts,
  { name, url }: MediaCopyRequest,
  response: HttpResponse,
  { draftName, limitBytes }: { readonly draftName: string; readonly limitBytes: number },
): Promise<FetchedFile | Refused> {
  const draft = await folder.draft(draftName).catch(async (error: unknown) => {
    await response.body.cancel().catch(() => undefined);
    return clientRefusal(error);
  });
  if ("why" in draft) return draft;
  const reception = new FileReception({ draft, room, limitBytes, types }, response);
  try {
    const refusal = await reception.receive();
    if (refusal === null) {
      await draft.finish(clock.now());
      const disposition = headerOf(response, "content-disposition");
      const { type } = reception;
      return { draft, type, name: fileName({ given: name, disposition, url }, type) };
    }
    await reception.giveUp();
    return refusal;
  } catch (error) {
    await reception.giveUp();
    return clientRefusal(error);
  }
}

/** For what the client, and a full disk, throw. @throws any other error */
function clientRefusal(error: unknown): Refused {
  const code = ParleyError.is(error) ? error.code : "";
  if (code === "http-forbidden-target") return refused("forbidden-target");
  if (code === "http-too-many-redirects" || code === "http-invalid-request")
    return refused("refused");
  if (code === "http-answer-too-long") return refused("too-large");
  if (code.startsWith("http-")) return refused("unreachable");
  if (/^(?:ENOSPC|EDQUOT)$/.test(codeOf(error))) return refused("full");
  throw error;
}
