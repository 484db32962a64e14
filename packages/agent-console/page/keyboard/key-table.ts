/** A key press, as far as the table looks at it. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface KeyRow {
  /** Values of `event.key` that do the same. */
  readonly keys: readonly string[];
  /** With Ctrl, or ⌘ on a Mac. */
  readonly withControl?: boolean;
  readonly place: KeyPlace;
  readonly does: string;
}

export const keyPlaces = [
  "Everywhere",
  "In the list of conversations",
  "In a conversation",
] as const;
export type KeyPlace = (typeof keyPlaces)[number];

/** Every key of the page, named once. The list of keys is made of it. */
export const keyTable = {
  palette: {
    keys: ["k"],
    withControl: true,
    place: "Everywhere",
    does: "Find a person, a page or an action",
  },
  search: { keys: ["/"], place: "Everywhere", does: "Search" },
  help: { keys: ["?"], place: "Everywhere", does: "Show these keys" },
  close: { keys: ["Escape"], place: "Everywhere", does: "Close what is open" },
  nextInBar: { keys: ["ArrowRight"], place: "Everywhere", does: "In the bar at the top: next" },
  previousInBar: {
    keys: ["ArrowLeft"],
    place: "Everywhere",
    does: "In the bar at the top: previous",
  },
  nextConversation: {
    keys: ["ArrowDown", "j"],
    place: "In the list of conversations",
    does: "Next conversation",
  },
  previousConversation: {
    keys: ["ArrowUp", "k"],
    place: "In the list of conversations",
    does: "Previous conversation",
  },
  firstConversation: {
    keys: ["Home"],
    place: "In the list of conversations",
    does: "First conversation",
  },
  lastConversation: {
    keys: ["End"],
    place: "In the list of conversations",
    does: "Last conversation",
  },
  openConversation: {
    keys: ["Enter"],
    place: "In the list of conversations",
    does: "Open the conversation",
  },
  nextMessage: { keys: ["ArrowDown"], place: "In a conversation", does: "Next message" },
  previousMessage: { keys: ["ArrowUp"], place: "In a conversation", does: "Previous message" },
  send: { keys: ["Enter"], place: "In a conversation", does: "Send the reply" },
  newLine: { keys: ["Shift+Enter"], place: "In a conversation", does: "New line" },
  cannedReply: {
    keys: ["/"],
    place: "In a conversation",
    does: "Canned replies, at the beginning of a word",
  },
} as const satisfies Readonly<Record<string, KeyRow>>;

export type KeyName = keyof typeof keyTable;

export function isKey(press: KeyPress, name: KeyName): boolean {
  const { keys, withControl = false }: KeyRow = keyTable[name];
  const hasControl = press.ctrlKey || press.metaKey;
  return !press.altKey && hasControl === withControl && keys.includes(press.key);
}

/** The rows of a place, as they are shown. */
export function keysIn(
  place: KeyPlace,
  isMac: boolean,
): readonly { readonly does: string; readonly keys: readonly string[] }[] {
  const rows: readonly KeyRow[] = Object.values(keyTable);
  return rows
    .filter((row) => row.place === place)
    .map(({ does, keys, withControl = false }) => ({
      does,
      keys: keys.map(
        (key) => (withControl ? `${isMac ? "⌘" : "Ctrl"} ` : "") + shown(key, withControl),
      ),
    }));
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  "Shift+Enter": "Shift Enter",
};

function shown(key: string, withControl: boolean): string {
  return symbols[key] ?? (withControl ? key.toUpperCase() : key);
}
