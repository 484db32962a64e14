import type { RuleRow } from "./rule.ts";

/** Rules checked with a plain text message. Each rule's failure hides the later ones. */
export const firstContactRules = [
  {
    id: "target",
    played: "whether the address is allowed, and accepts a connection",
    contract: "§4.3, ruling 20",
  },
  { id: "deadline", played: "the answer within three seconds", contract: "§6" },
  { id: "answer", played: "a complete HTTP answer to a plain text message", contract: "§4.3" },
  {
    id: "address",
    played: "the channel's id as the last segment of the path",
    contract: "§4.3, ruling 13",
  },
  { id: "redirect", played: "no redirect", contract: "§4.3, ruling 14" },
  { id: "content-encoding", played: "an answer that is not compressed", contract: "§4.3" },
  { id: "answer-size", played: "an answer of at most 64 KiB", contract: "§4.3" },
  {
    id: "failure-shape",
    played: "no refusal of a plain message",
    contract: "§4.3, §7, ruling 16",
  },
  { id: "status", played: "HTTP status 200", contract: "§4.3, ruling 14" },
  {
    id: "acknowledgement",
    played: 'a JSON object whose result is "ok"',
    contract: "§4.3, ruling 14",
  },
  { id: "answer-type", played: "Content-Type application/json on the answer", contract: "§4.3" },
] as const satisfies readonly RuleRow[];

/** Id of a rule in `firstContactRules`. */
export type FirstContactRule = (typeof firstContactRules)[number]["id"];
