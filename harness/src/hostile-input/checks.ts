import { codeOf } from "./rules/answer-rules.ts";
import type { Check } from "./attack.ts";

/** Exactly these answers, then the end. */
export function answeredWith(...statuses: readonly number[]): Check {
  return ({ answers }) => {
    const got = answers.map(({ status }) => status).join(", ");
    const wanted = statuses.join(", ");
    return got === wanted ? null : `answered "${got}" instead of "${wanted}"`;
  };
}

/** One refusal, then the end. */
export function refusedWith(status: number, code: number): Check {
  return ({ answers }) => {
    const [answer, ...others] = answers;
    if (answer === undefined || others.length > 0)
      return `${answers.length} answers instead of one`;
    const got = `${answer.status} ${codeOf(answer)}`;
    return got === `${status} ${code}` ? null : `answered ${got} instead of ${status} ${code}`;
  };
}

/** One refusal of a connection that is no use any more: it says so, and closes. */
export function closedWith(status: number, code: number): Check {
  const refused = refusedWith(status, code);
  return (exchange) => {
    const why = refused(exchange);
    if (why !== null) return why;
    return exchange.answers[0]?.headers.get("connection") === "close" ? null : "it does not close";
  };
}
