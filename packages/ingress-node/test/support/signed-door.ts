import { createHmac, timingSafeEqual } from "node:crypto";
import { Door, type DoorRequest, PluginInstance } from "@parley/core";
import { ContainerModule } from "inversify";

export const authToken = "auth-token-of-the-app";

/** An agent app that signs its public URL and the fields of its form, as Twilio does. */
export const signedDoor = (name: string, taken: string[]): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(PluginInstance).toConstantValue({ name });
    bind(Door)
      .toConstantValue({
        handle: async (request) => {
          const fields = new URLSearchParams(new TextDecoder().decode(request.body));
          if (!isSigned(request, fields)) return { status: 403 };
          taken.push(fields.get("Body") ?? "");
          const headers = { "content-type": "text/xml" };
          return { status: 200, headers, body: "<Response></Response>" };
        },
      })
      .whenNamed(name);
  });

function isSigned({ url, headers }: DoorRequest, fields: URLSearchParams): boolean {
  const told = Buffer.from(String(headers["x-twilio-signature"] ?? ""));
  const expected = Buffer.from(signature(url ?? "", fields));
  return told.length === expected.length && timingSafeEqual(told, expected);
}

export function signature(url: string, fields: URLSearchParams): string {
  const text = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat();
  return createHmac("sha1", authToken)
    .update(`${url}${text.join("")}`)
    .digest("base64");
}
