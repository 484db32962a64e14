import type { ChannelView } from "@parley/admin-express/api";
import { defaultKnobs } from "@parley/core";
import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "./facts.ts";
import { instantText } from "../input/instants.ts";
import { codesText, type KnobName, knobNames } from "../input/knobs.ts";
import type { Column } from "./table.ts";

/** Columns of the channel list. Of the knobs it shows only non-default values. */
export const channelColumns: readonly Column<ChannelView>[] = [
  { title: "id", text: ({ id }) => id },
  { title: "chatApiUrl", text: ({ chatApiUrl }) => chatApiUrl, flexible: true },
  { title: "signed", text: ({ signed }) => (signed ? "yes" : "no") },
  { title: "created", text: ({ createdAt }) => instantText(createdAt) },
  { title: "knobs", text: specialKnobs },
];

/** Prints one channel. */
export function printChannel(context: CommandContext, channel: ChannelView): void {
  printFacts(context, [
    ["id", channel.id],
    ["chatApiUrl", channel.chatApiUrl],
    ...knobNames.map((name): Fact => [name, knobText(channel[name])]),
    ["signed", channel.signed ? "yes" : "no"],
    ["created", instantText(channel.createdAt)],
  ]);
}

/** A knob's value in the form that users write. */
export function knobText(value: ChannelView[KnobName]): string {
  return typeof value === "string" ? value : codesText(value);
}

function specialKnobs(channel: ChannelView): string {
  return knobNames
    .filter((name) => knobText(channel[name]) !== knobText(defaultKnobs[name]))
    .map((name) => `${name}: ${knobText(channel[name])}`)
    .join(", ");
}
