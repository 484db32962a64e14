import { type ConsoleGateway, openConsoleGateway } from "../console-gateway.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";
import { isJson, type Place, placeIn, put, type SuiteFile } from "./suite-files.ts";

interface ApiPlace extends Place {
  readonly method: string;
  readonly path: string;
}

const whole = { name: "the body", before: "", behind: "" };

function apiPlaces(conversationId: string): readonly ApiPlace[] {
  const messages = `/console/api/conversations/${conversationId}/messages`;
  const at = (method: string, path: string, place: Place): ApiPlace => ({ ...place, method, path });
  const text = { type: "text", text: "Hi" };
  return [
    at("PATCH", "/admin/channels/shop", whole),
    at("PATCH", "/admin/channels/shop", placeIn("chatApiUrl", { chatApiUrl: "*" })),
    at("PATCH", "/admin/channels/shop", placeIn("overflow", { overflow: "*" })),
    at("PATCH", "/admin/channels/shop", placeIn("hiddenErrorCodes", { hiddenErrorCodes: "*" })),
    at("POST", "/admin/channels", placeIn("id", { id: "*", chatApiUrl: "https://a.test" })),
    at(
      "POST",
      "/admin/visitors/erase",
      placeIn("visitorId", { channelId: "shop", visitorId: "*" }),
    ),
    at("POST", "/admin/retention", placeIn("olderThan", { olderThan: "*" })),
    at("POST", messages, whole),
    at("POST", messages, placeIn("text", { type: "text", text: "*" })),
    at("POST", messages, placeIn("type", { ...text, type: "*" })),
    at("POST", messages, placeIn("a key that nobody knows", { ...text, more: "*" })),
    at("POST", messages.replace("messages", "typing"), placeIn("type", { type: "*" })),
    at("POST", "/console/api/presence", placeIn("available", { available: "*" })),
    at("POST", "/console/api/invitations", placeIn("email", { email: "*", role: "agent" })),
    at("PATCH", "/console/api/me", placeIn("name", { name: "*" })),
    at("PATCH", "/console/api/channels/shop", placeIn("chatApiUrl", { chatApiUrl: "*" })),
  ];
}

/** At the admin API and the console's: what is no JSON is refused, what is any is never the server's fault. */
export async function tryApis(
  files: readonly SuiteFile[],
  findings: CorpusFindings,
): Promise<number> {
  const opened = await openConsoleGateway();
  const places = apiPlaces(opened.conversationId);
  for (const place of places) {
    await inParallel(files, 8, (file) => tryFile(opened, place, file, findings));
  }
  await opened.close();
  return places.length * files.length;
}

async function tryFile(
  { ask }: ConsoleGateway,
  place: ApiPlace,
  file: SuiteFile,
  findings: CorpusFindings,
): Promise<void> {
  const body = put(place, file.bytes);
  const { status, code } = await ask(place.method, place.path, body);
  const name = `${file.name} as ${place.name} of ${place.method} ${place.path}`;
  const isOk = status < 300;
  if (status >= 500) findings.keep(name, `answered ${status}`, body);
  else if (isOk && isJson(body) === false && body.length > 0)
    findings.keep(name, `answered ${status}, and it is no JSON`, body);
  else if (!isOk && code === null) findings.keep(name, `${status} without a code`, body);
}
