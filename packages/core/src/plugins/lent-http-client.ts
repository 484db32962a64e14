import { ParleyError } from "../errors.ts";
import type { HttpClient } from "../ports/http-client.ts";

/** The client of one plugin: with the origins that the host named for it. */
export function lentHttpClient(
  client: HttpClient | undefined,
  origins: readonly string[],
): HttpClient {
  return {
    request: async (request) => {
      if (client === undefined) throw missing();
      const allowOrigins = [...origins, ...(request.allowOrigins ?? [])];
      return client.request({ ...request, allowOrigins });
    },
  };
}

function missing(): ParleyError {
  const message = "No adapter provides HttpClient: pass one, such as transportUndici().";
  return new ParleyError("port-missing", message);
}
