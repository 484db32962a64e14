import { canary } from "./canary-receivers.ts";

/** Every field about a visitor, and one that the contract does not know. */
export const canarySender = {
  ...Object.fromEntries(
    ["name", "phone", "email", "invite", canary].map((field) => [field, `${canary} ${field}`]),
  ),
  photo: `https://${canary}.example/photo`,
  url: `https://${canary}.example/page`,
};

const file = { file: `https://${canary}.example/f`, file_name: canary, file_size: 1 };

/** Visitors' messages that are accepted. The text selects how the agent app reacts. */
export const acceptedMessages = [
  { type: "text", text: `${canary} hello`, id: canary },
  { type: "text", text: `${canary} choke`, id: `${canary}2` },
  { type: "text", text: `${canary} reject` },
  { type: "photo", ...file, comment: canary, thumb: canary },
  { type: "document", ...file, [canary]: canary },
];

const message = { type: "text", text: canary };
const refused = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

/** Requests that are refused for different reasons, with the canary in them. `path` follows the ingress URL. */
export const refusedRequests: readonly { readonly path: string; readonly init: RequestInit }[] = [
  {
    path: "/shop",
    init: refused({ sender: { ...canarySender, id: 1 }, message: { type: canary } }),
  },
  { path: "/shop", init: refused({ sender: { id: 1, [canary]: 1 }, message: canary }) },
  { path: "/shop", init: refused({ sender: { id: { [canary]: canary } }, message }) },
  { path: "/shop", init: refused({ sender: { ...canarySender, id: "" }, message }) },
  {
    path: "/shop",
    init: refused({ sender: { id: canary }, message: { type: "photo", file: canary } }),
  },
  { path: "/shop", init: refused([canary]) },
  { path: "/shop", init: { method: "POST", body: `{"sender":"${canary}` } },
  { path: "/shop", init: { method: "POST", body: new Uint8Array([0xff, ...Buffer.from(canary)]) } },
  { path: "/shop", init: { method: "POST", body: canary.repeat(200_000) } },
  { path: "/shop", init: { method: "POST", body: "{}", headers: { "Content-Encoding": canary } } },
  { path: "/shop", init: { method: "PUT", body: canary } },
  { path: `/shop/${canary}`, init: {} },
  { path: `/${canary}`, init: refused({ sender: { id: canary }, message }) },
  { path: `-${canary}/shop`, init: refused({ sender: { id: canary }, message }) },
];
