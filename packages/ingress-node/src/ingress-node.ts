import type { IncomingMessage, RequestListener } from "node:http";
import type { Inbox } from "@parley/core";
import { IngressHandler } from "./ingress-handler.ts";
import type { IngressOptions } from "./ingress-options.ts";
import { checkBasePath, remoteAddress } from "./mount-options.ts";
import { pathBelow, pathOf } from "./request-path.ts";
import { readRoute } from "./route.ts";

/** Options of `ingressNode`. */
export interface IngressNodeOptions extends IngressOptions {
  /** Path of `{base_url}`, such as `/chat`: a slash before every part, none at the end. Default `""`. */
  readonly basePath?: string;
  /** Serves all other paths, such as an Express app. Default: every path is answered here. */
  readonly otherwise?: RequestListener;
  /**
   * The client's address behind a proxy, with or without a port. Requests that would get a 404 are counted by it.
   * Default, and for any other text: the socket's remote address.
   */
  readonly clientAddress?: (request: IncomingMessage) => string | undefined;
}

/**
 * The two endpoints of §4 as a listener for `createServer`. It answers every path below `basePath`, known or not
 * (ruling 1). All other paths go to `otherwise`.
 * With an empty base path it answers every path that looks like an endpoint: two parts, or three with `status` at the
 * end, then perhaps a slash.
 *
 * @throws ParleyError `invalid-option` for a base path of another form.
 */
export const ingressNode = (inbox: Inbox, options: IngressNodeOptions = {}): RequestListener => {
  const { basePath = "", otherwise, clientAddress = remoteAddress } = options;
  checkBasePath(basePath);
  const handler = new IngressHandler(inbox, { ...options, clientAddress });
  return (request, response) => {
    const known = handler.connectionOf(request);
    if (known !== null) {
      const { route, pass } = known;
      return void handler.answer({ request, response, route, pass });
    }
    const path = pathBelow(basePath, pathOf(request.url ?? ""));
    const route = path === null ? null : readRoute(path);
    const isRemote = path === null || (basePath === "" && route === null);
    if (otherwise !== undefined && isRemote) return otherwise(request, response);
    void handler.answer({ request, response, route, pass: null });
  };
};
