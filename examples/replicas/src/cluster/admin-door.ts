import { type FirstChannelDoor, StartError } from "@parley/quickstart";

/** The first channel through the admin API that `url` answers: any node knows what another one was told. */
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
  return {
    find,
    issue: async (id, chatApiUrl) => {
      const exists = (await find(id)) !== null;
      const answer = exists
        ? ask("POST", `/${id}/rotate`, {})
        : ask("POST", "", { id, chatApiUrl });
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
