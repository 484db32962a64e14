import type { Sabotage } from "../contract/sabotage.ts";

const profile = "packages/core/src/protocol/senders/profile.ts";
const senderField = "packages/core/src/protocol/senders/sender-field.ts";

const lost = (name: string): Sabotage => ({
  id: `profile-${name}-lost`,
  file: profile,
  find: 'if (reading.kind === "kept") profile',
  replace: `if (reading.kind === "kept" && name !== "${name}") profile`,
});

/** Profiles of visitors and agents. */
export const profileSabotages: readonly Sabotage[] = [
  ...["name", "phone", "email", "photo", "invite", "url"].map(lost),
  {
    id: "profile-invented",
    file: profile,
    find: "return { ...old, ...patch };",
    replace: 'return { name: "Guest", ...old, ...patch };',
  },
  {
    id: "profile-frozen",
    file: profile,
    find: "return { ...old, ...patch };",
    replace: "return { ...patch, ...old };",
  },
  {
    id: "profile-wiped",
    file: profile,
    find: "return { ...old, ...patch };",
    replace: "return { ...patch };",
  },
  {
    id: "profile-any-type",
    file: senderField,
    find: 'if (typeof value !== "string") return noString;',
    replace: 'if (typeof value !== "string") return { kind: "kept", text: "?", cutTo: null };',
  },
  {
    id: "profile-silent",
    file: senderField,
    find: 'if (reading.kind === "dropped")',
    replace: 'if (reading.kind === ("never" as string))',
  },
  {
    id: "profile-uncut",
    file: senderField,
    find: "cutText(value, limit);",
    replace: "cutText(value, limit * 2);",
  },
  {
    id: "profile-blank-kept",
    file: senderField,
    find: 'if (value.trim() === "") return silent;',
    replace: "",
  },
  {
    id: "phone-number-dropped",
    file: profile,
    find: 'name === "phone" && typeof value === "number"',
    replace: "false",
  },
  {
    id: "photo-any-scheme",
    file: senderField,
    find: "if (isHttpUrl(reading.text)) return reading;",
    replace: 'if (reading.text !== "") return reading;',
  },
  {
    id: "agent-nameless",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: 'if (name.kind !== "kept") {',
    replace: 'if (name.kind === "dropped") {',
  },
  {
    id: "agent-photo-lost",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: 'photo.kind === "kept" ? { name, photo: photo.text } : { name }',
    replace: "{ name }",
  },
];
