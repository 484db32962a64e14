import type { Sabotage } from "../contract/sabotage.ts";

const message = "packages/agent-console/page/conversations/thread/message.tsx";
const notice = "packages/agent-console/page/conversations/thread/failure-notice.tsx";
const presence = "packages/agent-console/src/accounts/presence.ts";
const card = "packages/agent-console/page/conversations/thread/visitor-card.tsx";

/** What the agent sees in the embedded console (§2.1, §4.3, rulings 7, 17 and 18). */
export const consoleSabotages: readonly Sabotage[] = [
  {
    id: "link-any",
    file: "packages/agent-console/page/ui/safe-url.ts",
    find: 'return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;',
    replace: "return url.href;",
  },
  {
    id: "photo-unshown",
    file: "packages/agent-console/page/ui/avatar.tsx",
    find: "const photo = safeUrl(conversation.visitor.photo);",
    replace: "const photo = null as string | null;",
  },
  {
    id: "invite-unshown",
    file: card,
    find: "{visitor.invite !== undefined && (",
    replace: '{visitor.invite === "never" && (',
  },
  {
    id: "anonymous-named",
    file: "packages/agent-console/page/ui/words.ts",
    find: "?? standInName(standInCode(id))",
    replace: '?? "John Doe"',
  },
  {
    id: "waiting-later",
    file: message,
    find: "const waitingAfterMs = 9_000;",
    replace: "const waitingAfterMs = 10_000;",
  },
  {
    id: "failure-unshown",
    file: message,
    find: '{state === "failed" && failure !== undefined && (',
    replace: '{state === "delivered" && failure !== undefined && (',
  },
  {
    id: "description-unshown",
    file: notice,
    find: "“<UntrustedLines text={failure.description} />”",
    replace: "“”",
  },
  {
    id: "description-as-markup",
    file: notice,
    find: "“<UntrustedLines text={failure.description} />”",
    replace: "<span dangerouslySetInnerHTML={{ __html: failure.description }} />",
  },
  {
    id: "presence-without-end",
    file: presence,
    find: "(seen_at > ${now - this.#limitMs}",
    replace: "(seen_at > ${now - 12 * 3_600_000}",
  },
  {
    id: "presence-unseen",
    file: "packages/agent-console/src/http/guards.ts",
    find: "presence.see(session.account.id)",
    replace: "presence",
  },
  {
    id: "presence-only-with-a-page",
    file: presence,
    find: "or (without_page = 1",
    replace: "or (without_page = 2",
  },
];
