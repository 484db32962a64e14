import type { FailureReason } from "@parley/core";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { Draft } from "../api/api.ts";
import { standInCode, standInName } from "./stand-in.ts";
import { messageKinds } from "../conversations/message-kinds.ts";

const perhapsShown = "It may have been shown to the visitor.";

const reasons: Readonly<Record<FailureReason, string>> = {
  rejected: "The visitor's chat refused it.",
  timeout: `The visitor's chat did not answer in time. ${perhapsShown}`,
  unreachable: "The visitor's chat could not be reached. Nothing was sent.",
  "unreadable-answer": `The answer of the visitor's chat could not be read. ${perhapsShown}`,
  "forbidden-target":
    "The gateway may not send to the address of the visitor's chat. Nothing was sent.",
  redirect: "The visitor's chat answered with a redirect, which is not followed.",
  "http-status": `The visitor's chat answered with an error. ${perhapsShown}`,
  "unusable-answer": `The visitor's chat answered, but did not confirm it. ${perhapsShown}`,
  interrupted: `The gateway was interrupted while sending it. ${perhapsShown}`,
  "channel-removed": "The channel of this conversation was removed.",
  "backend-rejected": "The agent app rejected this visitor message.",
  "backend-failing": "The agent app failed repeatedly on this visitor message.",
};

/** Explains why a message failed. */
export function reasonInWords(reason: FailureReason): string {
  return reasons[reason] ?? "The reason is unknown.";
}

/** The visitor's name, or something else that tells visitors apart. */
export function visitorName({ id, visitor }: ConversationView): string {
  return visitor.name ?? visitor.email ?? visitor.phone ?? standInName(standInCode(id));
}

/** Summary of a message or a draft in one line; `text` is untrusted. */
export interface Summary {
  /** Label of a media type; otherwise empty. */
  readonly label: string;
  readonly text: string;
  readonly isFileName: boolean;
}

export function summaryOf(message: Draft): Summary {
  const words = message["text"] || message["title"];
  const fileName = message["file_name"];
  const isFileName = !words && Boolean(fileName);
  const label = message.type === "text" ? "" : (messageKinds[message.type]?.label ?? "");
  return { label, text: String(words || fileName || ""), isFileName };
}

/** The same where only a string is possible. */
export function summaryInWords(message: Draft): string {
  const { label, text } = summaryOf(message);
  return [label, text].filter((part) => part !== "").join(": ");
}

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });
const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

export function timeOf(at: number): string {
  return time.format(at);
}

/** With seconds. */
export function exactTimeOf(at: number): string {
  return exact.format(at);
}

export function fullTimeOf(at: number): string {
  return full.format(at);
}

/** Day and time, for facts about a visitor. */
export function dayTimeOf(at: number): string {
  return dayTime.format(at);
}

/** Heading for a day in a thread. */
export function dayOf(at: number): string {
  const away = daysAgo(at);
  if (away === 0) return "Today";
  return away === 1 ? "Yesterday" : day.format(at);
}

/** A short time for lists. */
export function shortTimeOf(at: number): string {
  return daysAgo(at) === 0 ? timeOf(at) : shortDay.format(at);
}

export function bytesInWords(bytes: unknown): string | null {
  if (typeof bytes !== "number") return null;
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1_000 ** power;
  return `${power === 0 ? amount : amount.toFixed(amount < 10 ? 1 : 0)} ${units[power]}`;
}

export function secondsInWords(seconds: unknown): string | null {
  if (typeof seconds !== "number") return null;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

function daysAgo(at: number): number {
  const start = (instant: number): number => new Date(instant).setHours(0, 0, 0, 0);
  return Math.round((start(Date.now()) - start(at)) / 86_400_000);
}

/** An approximate age, for instants accurate to one minute. */
export function agoInWords(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
