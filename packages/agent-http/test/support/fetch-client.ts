import { HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";
import { ContainerModule } from "inversify";

/** An HTTP client without a guard, for apps of tests. */
export const fetchClient: HttpClient = {
  request: async ({ method, url, headers, body, signal }: HttpRequest): Promise<HttpResponse> => {
    const init = { method, signal, redirect: "manual" as const, ...(headers && { headers }) };
    const answer = await fetch(url, {
      ...init,
      ...(body !== undefined && { body }),
    } as never).catch((error: unknown) => {
      throw new ParleyError("http-unreachable", "unreachable", { cause: error });
    });
    const empty = () => new Response("").body as ReadableStream<Uint8Array>;
    return {
      status: answer.status,
      url,
      headers: Object.fromEntries(answer.headers),
      body: answer.body ?? empty(),
    };
  },
};

/** A plugin and an HTTP client, in one module. */
export function withFetch(plugin: ContainerModule): ContainerModule {
  return new ContainerModule((options) => {
    plugin.load(options);
    options.bind(HttpClient).toConstantValue(fetchClient);
  });
}
