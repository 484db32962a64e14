import type { DoorRequest } from "@parley/core";

type Given = Partial<Omit<DoorRequest, "body">> & { readonly body?: string | Uint8Array };

/** A request to a door, as a host hands it over. */
export function doorRequest({ body = "", ...given }: Given = {}): DoorRequest {
  return {
    method: "POST",
    path: "/hook",
    query: "",
    url: "https://chat.example/agents/desk/hook",
    headers: {},
    clientAddress: "192.0.2.1",
    ...given,
    body: Buffer.from(body as Uint8Array),
  };
}
