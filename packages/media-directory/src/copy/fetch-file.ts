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
import { mediaType } from "../types/media-type.ts";
import { headBytes } from "../types/signatures.ts";
import { isAllowed } from "../types/type-rules.ts";
import { fileName } from "./file-name.ts";
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
 * @throws what the file system does
 */
export async function fetchFile(
  ports: FetchPorts,
  request: MediaCopyRequest,
  draftName: string,
): Promise<FetchedFile | Refused> {
  const limitBytes = Math.min(request.limitBytes ?? Infinity, ports.settings.limitBytes);
  let response: HttpResponse;
  try {
    response = await ports.http.request({
      method: "GET",
      url: request.url,
      headers: { "accept-encoding": "identity", ...request.headers },
      limitBytes,
      ...(request.allowOrigins !== undefined && { allowOrigins: request.allowOrigins }),
      signal: request.signal,
    });
  } catch (error) {
    return clientRefusal(error);
  }
  const refusal = answerRefusal(response, limitBytes);
  if (refusal === null) return receive(ports, request, response, { draftName, limitBytes });
  await response.body.cancel().catch(() => undefined);
  return refusal;
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
  ports: FetchPorts,
  request: MediaCopyRequest,
  response: HttpResponse,
  { draftName, limitBytes }: { readonly draftName: string; readonly limitBytes: number },
): Promise<FetchedFile | Refused> {
  const { folder, room, clock, settings } = ports;
  const draft = await folder.draft(draftName).catch(async (error: unknown) => {
    await response.body.cancel().catch(() => undefined);
    throw error;
  });
  let takenBytes = 0;
  const giveUp = async () => {
    await draft.discard();
    room.giveBack(takenBytes);
  };
  let head = Buffer.alloc(0);
  let type: string | null = null;
  const findType = () => {
    type = mediaType(headerOf(response, "content-type"), head);
    return type !== null && isAllowed(type, settings.types);
  };
  const store = async (): Promise<Refused | null> => {
    for await (const chunk of response.body) {
      if (draft.sizeBytes + chunk.length > limitBytes) return refused("too-large");
      if (!room.take(chunk.length)) return refused("full");
      takenBytes += chunk.length;
      await draft.append(chunk);
      if (head.length >= headBytes) continue;
      head = Buffer.concat([head, chunk]).subarray(0, headBytes);
      if (head.length === headBytes && !findType()) return refused("wrong-type");
    }
    if (draft.sizeBytes === 0) return refused("empty");
    if (draft.sizeBytes !== (lengthOf(response) ?? draft.sizeBytes)) return refused("unreachable");
    if (head.length < headBytes && !findType()) return refused("wrong-type");
    await draft.finish(clock.now());
    return null;
  };
  try {
    const refusal = await store();
    if (refusal === null) return { draft, type: type ?? "", name: nameOf(request, response, type) };
    await giveUp();
    return refusal;
  } catch (error) {
    await giveUp();
    return clientRefusal(error);
  }
}

function nameOf(request: MediaCopyRequest, response: HttpResponse, type: string | null): string {
  const disposition = headerOf(response, "content-disposition");
  return fileName({ given: request.name, disposition, url: request.url }, type ?? "");
}

/** @throws the error, when the client does not throw it */
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

function headerOf({ headers }: HttpResponse, name: string): string {
  const value = headers[name] ?? "";
  return typeof value === "string" ? value : (value[0] ?? "");
}

/** Length of the body, as the app says it; `null`: it does not. */
function lengthOf(response: HttpResponse): number | null {
  const length = headerOf(response, "content-length");
  return /^\d+$/.test(length) ? Number(length) : null;
}
