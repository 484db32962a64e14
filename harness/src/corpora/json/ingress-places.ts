import { openAttackedGateway } from "../attacked-gateway.ts";
import type { CorpusFindings } from "../corpus-findings.ts";
import { inParallel } from "../../hostile-input/in-parallel.ts";
import { type Place, placeIn, put, type SuiteFile } from "./suite-files.ts";

/** Stands for whom a message is from. */
const visitor = "visitor-0";
const message = { type: "text", text: "Hi" };
const sender = { id: visitor, name: "Mina" };
const picture = { type: "photo", file: "https://a.test/b.png", file_size: 1, file_name: "b" };

/** Each file as a whole body, and in the place of these. */
export const ingressPlaces: readonly Place[] = [
  { name: "the body", before: "", behind: "" },
  placeIn("sender", { sender: "*", message }),
  placeIn("sender.id", { sender: { id: "*" }, message }),
  placeIn("sender.name", { sender: { id: visitor, name: "*" }, message }),
  placeIn("sender.phone", { sender: { id: visitor, phone: "*" }, message }),
  placeIn("sender.photo", { sender: { id: visitor, photo: "*" }, message }),
  placeIn("message", { sender, message: "*" }),
  placeIn("message.id", { sender, message: { id: "*", ...message } }),
  placeIn("message.type", { sender, message: { type: "*", text: "Hi" } }),
  placeIn("message.text", { sender, message: { type: "text", text: "*" } }),
  placeIn("message.file", { sender, message: { ...picture, file: "*" } }),
  placeIn("message.file_size", { sender, message: { ...picture, file_size: "*" } }),
  placeIn("a key that nobody knows", { sender, message, more: "*" }),
];

/** At both doors of the ingress, where the rulings predict each answer and each event. */
export async function tryIngress(
  files: readonly SuiteFile[],
  findings: CorpusFindings,
): Promise<number> {
  const gateway = await openAttackedGateway(findings);
  for (const place of ingressPlaces) {
    await inParallel(files, 8, ({ name, bytes }) =>
      gateway.post(`${name} as ${place.name}`, (visitorId) => {
        const [before = "", behind = ""] = [place.before, place.behind].map((text) =>
          text.replace(visitor, visitorId),
        );
        return put({ ...place, before, behind }, bytes);
      }),
    );
  }
  await gateway.close();
  return gateway.attack.bodies;
}
