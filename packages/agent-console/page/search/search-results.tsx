import type { ReactElement } from "react";
import type { SearchHitView } from "../../src/conversations/search-routes.ts";
import { inboxAddress, type InboxView } from "../conversations/inbox-view.ts";
import { OwnerMark } from "../conversations/owners/owner-mark.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { fullTimeOf, shortTimeOf, visitorName } from "../ui/words.ts";
import { FoundText } from "./found-text.tsx";
import { matchOf } from "./snippet.ts";
import type { SearchHandle } from "./use-search.ts";

export interface SearchResultsProps {
  /** The list that stays chosen when a hit is opened. */
  readonly view: InboxView;
  readonly search: SearchHandle;
  readonly query: string;
  readonly openId: string | null;
  /** Id of the message at which the open conversation was opened; `null`: at its end. */
  readonly messageId: string | null;
}

/** What was found: people first, then messages. */
export function SearchResults(props: SearchResultsProps): ReactElement {
  const { view, search, query, openId, messageId } = props;
  const { hits, next, isLoading, problem } = search.state;
  const people = hits.filter(({ message }) => message === undefined);
  const messages = hits.filter(({ message }) => message !== undefined);
  const groups = [
    { title: "People", found: people },
    { title: "Messages", found: messages },
  ].filter(({ found }) => found.length > 0);
  return (
    <nav
      className="conversations search-results"
      aria-label="Search results"
      aria-busy={isLoading}
      data-testid="search-results"
    >
      {groups.map(({ title, found }) => (
        <section key={title} aria-label={title}>
          <h2 className="search-group">{title}</h2>
          {found.map((hit) => (
            <Hit
              key={keyOf(hit)}
              view={view}
              hit={hit}
              query={query}
              isOpen={hit.conversation.id === openId && (hit.message?.id ?? null) === messageId}
            />
          ))}
        </section>
      ))}
      <p className="search-status muted" role="status" data-testid="search-status">
        {statusOf(search, query)}
      </p>
      {problem !== null && (
        <button className="older" onClick={search.more} data-testid="search-again">
          Try again
        </button>
      )}
      {problem === null && next !== null && !isLoading && (
        <button className="older quiet" onClick={search.more} data-testid="search-more">
          Show more
        </button>
      )}
    </nav>
  );
}

interface HitProps {
  readonly view: InboxView;
  readonly hit: SearchHitView;
  readonly query: string;
  readonly isOpen: boolean;
}

function Hit({ view, hit, query, isOpen }: HitProps): ReactElement {
  const { conversation, message } = hit;
  const at = message?.at ?? conversation.lastMessageAt;
  const match = matchOf(hit, query);
  return (
    <a
      className="conversation"
      href={inboxAddress(view, conversation.id, message?.id)}
      aria-current={isOpen ? "page" : undefined}
      data-testid="search-hit"
      data-id={conversation.id}
    >
      <Avatar conversation={conversation} />
      <span className="conversation-line">
        <FoundText
          className="conversation-name"
          text={visitorName(conversation)}
          query={message === undefined ? query : ""}
        />
        <OwnerMark conversation={conversation} />
        <time className="conversation-time" title={fullTimeOf(at)}>
          {shortTimeOf(at)}
        </time>
      </span>
      <span className="conversation-summary">
        {message?.direction === "outbound" && (
          <span className="summary-writer">
            <FoundText text={message.author ?? "You"} query="" />
            {": "}
          </span>
        )}
        {match === null ? (
          conversation.channelId
        ) : (
          <FoundText className="preview" text={match} query={query} />
        )}
      </span>
    </a>
  );
}

function keyOf({ conversation, message }: SearchHitView): string {
  return `${conversation.id}.${message?.id ?? ""}`;
}

/** One sentence for everybody, also for a screen reader. */
function statusOf({ state }: SearchHandle, query: string): string {
  const { hits, isLoading, problem, next } = state;
  if (problem !== null) return `The search failed. ${problem}`;
  if (isLoading || state.query !== query) return "Searching…";
  if (hits.length === 0) return "Nothing found. Check the spelling, or try fewer words.";
  if (next !== null) return `The newest ${hits.length} results`;
  return hits.length === 1 ? "1 result" : `${hits.length} results`;
}
