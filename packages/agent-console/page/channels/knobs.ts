import type { ChannelKnobs } from "@parley/core";

/** A setting of a channel, in words for admins. The names and values are those of the API and the command line. */
export interface KnobWords {
  readonly name: Exclude<keyof ChannelKnobs, "hiddenErrorCodes">;
  readonly label: string;
  /** What it is for, and when to change it. */
  readonly help: string;
  /** The first one is the default. */
  readonly choices: readonly (readonly [value: string, words: string])[];
}

export const knobs: readonly KnobWords[] = [
  {
    name: "acknowledge",
    label: "Answer that counts as delivered",
    help: "After each agent message the other system answers. Without this answer the message is tried again, and then shown to the agent as failed.",
    choices: [
      ["result-ok", 'Exactly {"result":"ok"}'],
      ["affirmative", 'Any clear yes, such as {"ok":true}'],
      ["any-2xx", "Any HTTP 2xx, except null or an error"],
    ],
  },
  {
    name: "failureShape",
    label: "When the other system answers with an error",
    help: "Trying again helps when its errors pass by themselves within a few seconds.",
    choices: [
      ["final", "Tell the agent at once"],
      ["redeliver", "Try again first"],
    ],
  },
  {
    name: "typing",
    label: "“Agent is typing”",
    help: "Turn it off if the other system cannot read these notices.",
    choices: [
      ["on", "Send it"],
      ["off", "Do not send it"],
    ],
  },
  {
    name: "media",
    label: "Files without a name or a size",
    help: "Some chat systems send neither. If you accept them, the name comes from the file's address and the size stays unknown.",
    choices: [
      ["strict", "Refuse them"],
      ["lenient", "Accept them"],
    ],
  },
  {
    name: "overflow",
    label: "Text over 1000 characters",
    help: "This is the longest text of one message, for visitors and for agents.",
    choices: [
      ["truncate", "Cut it at 1000"],
      ["split", "Send the rest as further messages"],
    ],
  },
  {
    name: "dedupe",
    label: "A message that the other system sends twice",
    help: "Systems repeat a message when they did not get our answer. A repeat has the same id and content, and comes within a minute.",
    choices: [
      ["window", "Show it once"],
      ["off", "Show it each time"],
    ],
  },
  {
    name: "transfer",
    label: "HTTP transfer of agent messages",
    help: "Change it only if the other system cannot read such requests.",
    choices: [
      ["content-length", "With Content-Length"],
      ["chunked", "Chunked"],
    ],
  },
];
