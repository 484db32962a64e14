import { type Attack, canary } from "../attack.ts";
import { answeredWith } from "../checks.ts";
import { framingCases, type WireCase } from "./framing-cases.ts";
import { headerCases } from "./header-cases.ts";
import { inParallel } from "../in-parallel.ts";
import { messagePath, request } from "../wire/request-bytes.ts";
import { targetCases } from "./target-cases.ts";

/** The visitor of requests that are hidden in others; nothing of theirs may ever arrive. */
export const smuggledId = "smuggled";

const bodyOf = (id: string) =>
  `{"sender":{"id":"${id}"},"message":{"type":"text","text":"${canary} ${id}"}}`;

/** Framing, targets and headers, each case on a connection of its own. */
export async function attackWire(attack: Attack): Promise<void> {
  const channel = attack.channel(false);
  const path = messagePath(channel);
  const hidden = request("POST /elsewhere", bodyOf(smuggledId)).toString();
  const smuggled = request(`POST ${path}`, bodyOf(smuggledId)).toString();
  const cases: readonly WireCase[] = [
    ...framingCases(path, bodyOf("framed"), hidden),
    ...framingCases(path, bodyOf("framed"), smuggled).filter(({ text }) => mayHide(text, smuggled)),
    ...targetCases(channel),
    ...headerCases(path, bodyOf("headed")),
    ...connectionCases(path),
  ];
  await inParallel(cases, 8, async ({ name, text, check }) => {
    await attack.probe(name, Buffer.from(text, "latin1"), check);
  });
  await attackHead(attack, path);
  if (attack.agent.of(smuggledId).length > 0) attack.findings.add("a hidden request was taken");
}

/** A body without length is a request of its own by the words of HTTP, and is taken as such. */
function mayHide(text: string, smuggled: string): boolean {
  return (
    text.includes(smuggled) &&
    /content-length: \d|transfer-encoding/i.test(text.replace(smuggled, ""))
  );
}

function connectionCases(path: string): readonly WireCase[] {
  const get = `GET ${path}/status HTTP/1.1\r\nHost: x\r\n\r\n`;
  const post = request(`POST ${path}`, bodyOf("piped")).toString();
  const lost = `GET /chat/x/y/status HTTP/1.1\r\nHost: x\r\n\r\n`;
  const close = `GET ${path}/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const many = Array<number>(100).fill(200);
  return [
    { name: "nothing", text: "", check: answeredWith() },
    { name: "line ends alone", text: "\r\n\r\n\r\n", check: answeredWith() },
    { name: "line ends before a request", text: `\r\n\r\n${get}`, check: answeredWith(200) },
    {
      name: "100 requests at once",
      text: get.repeat(100),
      check: answeredWith(...many),
    },
    {
      name: "100 messages at once",
      text: post.repeat(100),
      check: answeredWith(...many),
    },
    {
      name: "all kinds at once",
      text: get + lost + post + lost,
      check: answeredWith(200, 404, 200, 404),
    },
    ...Array.from({ length: 40 }, () => ({
      name: "requests behind a refusal that closes",
      text: `GET ${path}/status HTTP/1.1\r\n\r\n${post}${post}`,
      check: answeredWith(400),
    })),
    { name: "requests behind a close", text: close + post + get, check: answeredWith(200) },
    {
      name: "broken bytes behind a request",
      text: `${get}\0\0\0\r\n\r\n`,
      check: answeredWith(200),
    },
  ];
}

async function attackHead(attack: Attack, path: string): Promise<void> {
  for (const [target, status] of [
    [`${path}/status`, 200],
    [path, 405],
    ["/chat/x/y/status", 404],
  ] as const) {
    const bytes = Buffer.from(`HEAD ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await attack.probe(`HEAD ${status}`, bytes, answeredWith(status), { bodiless: true });
  }
}
