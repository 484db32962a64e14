import { type ReactElement, useCallback } from "react";
import { adminApi } from "../api/admin-api.ts";
import { Invitations } from "./invitations.tsx";
import { useNews } from "../live/live-news.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { PersonRow } from "./person-row.tsx";
import { useLoaded } from "../ui/use-action.ts";

/** The list of accounts, for admins. */
export function PeoplePage({ ownId }: { readonly ownId: string }): ReactElement {
  const people = useLoaded(useCallback(() => adminApi.people(), []));
  useNews(["account", "presence"], () => void people.reload());

  return (
    <PageFrame
      title="People"
      about="Agents answer visitors. Admins also manage people, channels and deliveries."
      problem={people.problem}
      loading={people.value === null}
      testId="people-page"
    >
      <section className="card">
        <h3>Accounts</h3>
        <ul className="rows" data-testid="people">
          {people.value?.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isOwn={person.id === ownId}
              onChanged={people.reload}
            />
          ))}
        </ul>
      </section>
      <Invitations />
    </PageFrame>
  );
}
