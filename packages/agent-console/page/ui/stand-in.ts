/** Without vowels, so that no word appears, and without letters that look like digits. */
const letters = "23456789BCDFGHJKLMNPQRSTVWXZ";
const tones = 12;

/** A short name for a visitor who gave none: the same everywhere, derived from the conversation's id. */
export function standInCode(conversationId: string): string {
  let rest = hashOf(conversationId);
  let code = "";
  for (let at = 0; at < 3; at += 1) {
    code += letters[rest % letters.length] ?? "";
    rest = Math.floor(rest / letters.length);
  }
  return code;
}

export function standInName(code: string): string {
  return `Visitor ${code}`;
}

/** Number of the colour that stands for a conversation, from 0. */
export function toneOf(conversationId: string): number {
  return Math.floor(hashOf(conversationId) / letters.length ** 3) % tones;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}
