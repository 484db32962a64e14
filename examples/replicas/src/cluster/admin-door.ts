import { refusals } from "@parley/core";
import { type FirstChannelDoor, StartError } from "@parley/quickstart";

/** Creates the first channel through the admin API at `url`. All nodes share their channels. */
export function adminDoor(url: string, adminToken: string): FirstChannelDoor {
  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}/admin/v1/channels${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const find = async (id: string) => {
    const answer = await ask("GET", `/${id}`);
    if (answer.status === 404) return null;
    return bodyOf<{ readonly chatApiUrl: string }>(answer);
  };
  /** When the channel already has the maximum number of secrets, ends all of them. */
  const rotate = async (id: string): Promise<Response> => {
    const answer = await ask("POST", `/${id}/rotate`, {});
    const code = answer.status === 409 ? codeOf(await answer.clone().json()) : null;
    const isFull = code === refusals.tooManyCount.code;
    return isFull ? ask("POST", `/${id}/rotate`, { now: true }) : answer;
  };
  return {
    find,
    issue: async (id, chatApiUrl) => {
      const exists = (await find(id)) !== null;
      const answer = exists ? rotate(id) : ask("POST", "", { id, chatApiUrl });
      const { ingressUrl } = await bodyOf<{ readonly ingressUrl: string }>(await answer);
      return ingressUrl.split("/").at(-2) ?? "";
    },
    change: async (id, chatApiUrl) =>
      void (await bodyOf(await ask("PATCH", `/${id}`, { chatApiUrl }))),
  };
}

async function bodyOf<Body>(answer: Response): Promise<Body> {
  if (answer.ok) return (await answer.json()) as Body;
  throw new StartError(`The first channel could not be made: it was answered ${answer.status}.`);
}

function codeOf(body: unknown): number | null {
  return (body as { readonly error?: { readonly code?: number } }).error?.code ?? null;
}
