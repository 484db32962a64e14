import { messageTypes, type TypingType } from "@parley/core";
import { sampleFields } from "../../input/message-samples.ts";
import type { DraftParts } from "../exchange/drafts.ts";
import { allTaken } from "../verdict/ending-words.ts";
import { playTyping } from "./typing-rule.ts";
import type { Rule } from "./rule.ts";

type Row = (typeof messageTypes)[keyof typeof messageTypes];

const advice =
  "Accept every type of the contract. A type that your chat cannot show can be acknowledged and shown as a text with a link.";

/**
 * One rule for each message type except text, which first contact uses. Generated from core's table, so a new type gets
 * its rule from its row.
 */
export const messageRules: readonly Rule[] = Object.entries(messageTypes).flatMap(([type, row]) => {
  if (row.kind === "text") return [];
  return row.kind === "typing" ? typingRule(type as TypingType) : typeRule(type, row);
});

function typeRule(type: string, row: Row): Rule {
  const bodies = [sampleFields(row.required), sampleFields([...row.required, ...row.optional])];
  return {
    id: `type-${type}`,
    played: `a message of type ${type}, with required fields only and with all`,
    contract: "§2.5, §4.3",
    async play({ line, drafts }) {
      const parts = bodies.map((fields) => ({ type, ...fields }) as DraftParts);
      const exchanges = [];
      for (const part of parts) exchanges.push(await line.post(drafts.message(part)));
      return allTaken(exchanges, line, advice);
    },
  };
}

function typingRule(type: TypingType): Rule {
  return {
    id: `type-${type}`,
    played: `a typing notification, ${type}`,
    contract: "§4.4",
    play: (bench) => playTyping(type, bench),
  };
}
