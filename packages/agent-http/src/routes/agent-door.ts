import {
  type Door,
  type DoorRequest,
  type DoorResponse,
  errorFacts,
  type Logger,
  refuse,
} from "@parley/core";
import type { TokenCheck } from "../tokens/token-check.ts";
import { jsonAnswer, refusalAnswer, refusalOfError } from "./answers.ts";
import { readBody } from "./request-body.ts";
import { RequestCheck } from "./request-check.ts";
import type { Route } from "./route.ts";

interface ServedRoute {
  readonly route: Route;
  readonly query: RequestCheck;
  readonly body: RequestCheck;
}

interface AgentDoorPorts {
  readonly routes: readonly Route[];
  readonly tokens: TokenCheck;
  readonly logger: Logger;
}

const idForm = "([A-Za-z0-9_-]{1,64})";

/** Serves the table of routes: finds the route, checks token, body and query, and calls it. */
export class AgentDoor implements Door {
  readonly #ports: AgentDoorPorts;
  /** By the form of their paths. */
  readonly #served: readonly (readonly [RegExp, readonly ServedRoute[]])[];

  constructor(ports: AgentDoorPorts) {
    this.#ports = ports;
    const byPath = Map.groupBy(ports.routes, ({ path }) => path);
    this.#served = [...byPath].map(([path, routes]) => [
      new RegExp(`^${path.replace("{id}", idForm)}$`),
      routes.map(served),
    ]);
  }

  async handle(request: DoorRequest): Promise<DoorResponse> {
    for (const [form, all] of this.#served) {
      const match = form.exec(request.path);
      if (match === null) continue;
      const found = all.find(({ route }) => route.method === request.method);
      if (found !== undefined) return this.#answer(found, request, match[1] ?? "");
      const allow = all.map(({ route }) => route.method).join(", ");
      return refusalAnswer(refuse("methodNotAllowed", { allow }));
    }
    return refusalAnswer(refuse("notFound"));
  }

  async #answer(
    { route, query, body }: ServedRoute,
    request: DoorRequest,
    conversationId: string,
  ): Promise<DoorResponse> {
    const { tokens, logger } = this.#ports;
    if (!route.isPublic && !tokens.passes(request)) return refusalAnswer(refuse("unauthorized"));
    const parameters = query.query(request.query);
    if (!parameters.fits) return refusalAnswer(parameters.refusal);
    const read = route.body === null ? { ok: true as const, value: {} } : readBody(request);
    if (!read.ok) return refusalAnswer(read.refusal);
    const fields = body.body(read.value);
    if (!fields.fits) return refusalAnswer(fields.refusal);
    const keyHeader = textOf(request.headers["idempotency-key"]);
    const { left } = request;
    const call = { conversationId, query: parameters.value, body: fields.value, keyHeader, left };
    try {
      const result = await route.handle(call);
      if ("refusal" in result) return refusalAnswer(result.refusal);
      return jsonAnswer(result.status, result.value);
    } catch (error) {
      logger.error("a request of an agent app failed", { route: route.id, ...errorFacts(error) });
      return refusalAnswer(refusalOfError(error));
    }
  }
}

function served(route: Route): ServedRoute {
  return { route, query: new RequestCheck(route.query), body: new RequestCheck(route.body) };
}

function textOf(header: DoorRequest["headers"][string]): string | undefined {
  return typeof header === "string" ? header : undefined;
}
