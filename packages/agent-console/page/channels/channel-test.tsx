import type { Finding } from "@parley/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { adminApi, type TestResult } from "../api/admin-api.ts";
import { useAction } from "../ui/use-action.ts";
import { FindingList, Problem } from "./finding-list.tsx";

/** Checks the connection to the other system, and sends it a test message. */
export function ChannelTest({ id }: { readonly id: string }): ReactElement {
  const work = useAction();
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const [result, setResult] = useState<TestResult | null>(null);

  const check = (): void =>
    void work.run(async () => {
      setFindings(null);
      setFindings((await adminApi.checkChannel(id)).findings);
    });
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { visitorId, text } = Object.fromEntries(new FormData(event.currentTarget));
    void work.run(async () => {
      setResult(null);
      setResult(await adminApi.sendTestMessage(id, String(visitorId), String(text)));
    });
  };

  return (
    <section className="card">
      <h3>Test</h3>
      <p className="muted">
        The check connects to the other system and sends “the agent stopped typing” for a made-up
        visitor. Nothing is stored here.
      </p>
      <div className="form-end">
        <button type="button" disabled={work.busy} onClick={check} data-testid="channel-check">
          Check the connection
        </button>
      </div>
      <div role="status" data-testid="channel-findings">
        {findings !== null && <FindingList findings={findings} />}
      </div>
      <form className="inline-form test-form" onSubmit={send}>
        <label>
          Test message
          <input
            name="text"
            required
            maxLength={1000}
            defaultValue="This is a test message."
            data-testid="test-text"
          />
        </label>
        <label>
          To the visitor with the id
          <input
            name="visitorId"
            required
            maxLength={255}
            defaultValue="parley-test"
            data-testid="test-visitor"
          />
        </label>
        <button disabled={work.busy} data-testid="test-send">
          Send a test message
        </button>
      </form>
      <div role="status" data-testid="test-result">
        {result !== null && <Result result={result} />}
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="test-problem">
          {work.problem}
        </p>
      )}
    </section>
  );
}

function Result({ result }: { readonly result: TestResult }): ReactElement {
  if (!result.isDelivered) return <Problem finding={result.finding} />;
  return <p className="good">The message was delivered.</p>;
}
