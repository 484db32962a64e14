import { createReceiver } from "@parley/client";
import { openAttackedGateway } from "../attacked-gateway.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";
import { isWebUrl } from "./url-tests.ts";

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const media = { file_size: 1, file_name: "a.png" };

/** Each URL as `file`, `thumb` and `photo`, at both doors; and from an agent, at the client's receiver. */
export async function tryFieldUrls(
  urls: readonly string[],
  findings: CorpusFindings,
): Promise<number> {
  const gateway = await openAttackedGateway(findings);
  await inParallel(urls, 8, async (url) => {
    const file = { type: "photo", ...media, file: url };
    const thumb = { type: "video", ...media, file: "https://a.test/b", thumb: url };
    const text = { type: "text", text: "Hi" };
    await gateway.post(`${url} as file`, (id) => json({ sender: { id }, message: file }));
    await gateway.post(`${url} as thumb`, (id) => json({ sender: { id }, message: thumb }));
    await gateway.post(`${url} as photo`, (id) =>
      json({ sender: { id, photo: url }, message: text }),
    );
    await tryClient(url, findings);
  });
  await gateway.close();
  for (const events of gateway.attack.agent.all()) checkTaken(events, findings);
  return gateway.attack.bodies + urls.length;
}

/** What has come to the agent app, by the platform's word and not by the gateway's. */
function checkTaken(events: readonly object[], findings: CorpusFindings): void {
  for (const event of events) {
    for (const [, name, text] of JSON.stringify(event).matchAll(
      /"(file|thumb|photo)":("[^"\\]*(?:\\.[^"\\]*)*")/g,
    )) {
      const url = JSON.parse(text ?? '""') as string;
      if (!isWebUrl(url) || url.length > 2_048) findings.add(`${name} of an event: ${url}`);
    }
  }
}

async function tryClient(url: string, findings: CorpusFindings): Promise<void> {
  const seen: unknown[] = [];
  const receiver = createReceiver({ onMessage: (event) => void seen.push(event) });
  const message = { id: "1", type: "photo", file: url, thumb: url, ...media };
  const sender = { name: "Ada", photo: url };
  const body = JSON.stringify({ recipient: { id: 1 }, sender, message });
  const { status } = await receiver(
    new Request("https://shop.test/in/1", { method: "POST", body }),
  );
  if (status >= 500) findings.add(`${url} from an agent is answered ${status} by the client`);
  if (seen.length > 0 && !isWebUrl(url)) findings.add(`${url} from an agent comes to the callback`);
}
