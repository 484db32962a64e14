import type { IncomingMessage, RequestListener } from "node:http";
import { type Inbox, ParleyError } from "@parley/core";
import { IngressHandler } from "./ingress-handler.ts";
import type { IngressOptions } from "./ingress-options.ts";
import { pathBelow, pathOf } from "./request-path.ts";
import { readRoute } from "./route.ts";

/** What a host may set about the way in on `node:http`. */
export interface IngressNodeOptions extends IngressOptions {
  /** Path of `{base_url}`, such as `/chat`: with a slash before every part and none at the end. Default `""`. */
  readonly basePath?: string;
  /** Serves what lies elsewhere, such as an Express app. Default: nobody, everything is answered here. */
  readonly otherwise?: RequestListener;
  /**
   * Whom strangers' requests are counted for, behind a proxy: an address as the proxy writes it, with a port or without.
   * What is none is counted for the socket's remote address, as by default.
   */
  readonly clientAddress?: (request: IncomingMessage) => string | undefined;
}

/**
 * The two endpoints of §4 as a listener for `createServer`. It answers every path below `basePath`, known or not
 * (ruling 1), and leaves those elsewhere to `otherwise`. With the empty base path there is no elsewhere: then every
 * path of two parts, or of three with `status` at the end, with or without one slash at the end, is answered here, whoever
 * asks, and `otherwise` gets the rest.
 *
 * @throws ParleyError `invalid-option` for a base path of another form.
 */
export const ingressNode = (inbox: Inbox, options: IngressNodeOptions = {}): RequestListener => {
  const { basePath = "", otherwise, clientAddress = remoteAddress } = options;
  checkBasePath(basePath);
  const handler = new IngressHandler(inbox, { ...options, clientAddress });
  return (request, response) => {
    const visit = handler.passOf(request);
    if (visit !== null) {
      const { route, pass } = visit;
      return void handler.answer({ request, response, route, pass });
    }
    const path = pathBelow(basePath, pathOf(request.url ?? ""));
    const route = path === null ? null : readRoute(path);
    const isRemote = path === null || (basePath === "" && route === null);
    if (otherwise !== undefined && isRemote) return otherwise(request, response);
    void handler.answer({ request, response, route, pass: null });
  };
};

function checkBasePath(basePath: string): void {
  if (/^(\/[^/?#]+)*$/.test(basePath)) return;
  throw new ParleyError(
    "invalid-option",
    'The base path must be empty or look like "/chat": a slash before every part, none at the end.',
  );
}

function remoteAddress({ socket }: IncomingMessage): string | undefined {
  return socket.remoteAddress;
}
