import { part } from "./elements.ts";
import { TypingSignal } from "./typing-signal.ts";

export type MessageDraft = Readonly<Record<string, unknown>> & { readonly type: string };

/** The visitor's form: text, or a file by its address. */
export function setUpComposer(
  send: (draft: MessageDraft) => void,
  tellTyping: (typing: boolean) => void,
): void {
  const form = part<HTMLFormElement>("shop-composer");
  const field = part<HTMLTextAreaElement>("shop-text");
  const typing = new TypingSignal(tellTyping);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value;
    if (text.trim() === "") return;
    field.value = "";
    typing.stop();
    send({ type: "text", text });
  });
  field.addEventListener("input", () => typing.wrote(field.value !== ""));
  field.addEventListener("blur", () => typing.stop());
  window.addEventListener("pagehide", () => typing.stop());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const mediaForm = part<HTMLFormElement>("shop-media");
  mediaForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const { type, file_size: size, ...rest } = fieldsOf(mediaForm);
    send({ ...rest, type: type ?? "document", file_size: Number(size) });
    mediaForm.reset();
  });
}

/** The filled-in fields of a form. */
export function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].map(
    ([name, value]) => [name, String(value).trim()] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}
