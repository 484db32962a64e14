import { aChannel, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { EndpointClient } from "../../../src/engine/outbound/endpoint-client.ts";
import type { Transport, TransportRequest, TransportResult } from "../../../src/ports/transport.ts";

const digest = { of: () => "", equal: () => false, mac: () => "" };
const silence = new Promise<TransportResult>(() => {});

/** How an attempt ends that has one second, on a transport that does this. */
async function endOf(post: Transport["post"]) {
  const time = new ManualTime();
  const endpoint = new EndpointClient({ post }, time, time, digest);
  const { signal } = new AbortController();
  const terms = { deadline: time.now() + 1_000, signal, permit: () => true };
  const end = endpoint.post(aChannel(), "{}", terms);
  await time.advance(1_000);
  return end;
}

const failure = (reason: string) => ({ kind: "failure", failure: reason });

describe("an attempt whose time is over (ruling 17)", () => {
  it("is a timeout once its request was written", async () => {
    const written = ({ permit }: TransportRequest) => (permit(), silence);
    expect(await endOf(written)).toEqual(failure("timeout"));
  });

  it("is unreachable while no connection took it", async () => {
    expect(await endOf(() => silence)).toEqual(failure("unreachable"));
    const honest = ({ signal }: TransportRequest) =>
      new Promise<TransportResult>((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "failure", failure: "timeout" }));
      });
    expect(await endOf(honest)).toEqual(failure("unreachable"));
  });

  it("writes nothing any more, whatever its transport still asks", async () => {
    const answers: boolean[] = [];
    const late = ({ signal, permit }: TransportRequest) => {
      signal.addEventListener("abort", () => answers.push(permit()));
      return silence;
    };
    expect(await endOf(late)).toEqual(failure("unreachable"));
    expect(answers).toEqual([false]);
  });
});

describe("a transport that throws", () => {
  it("may have sent what it had the permit for, and nothing else", async () => {
    const trouble = new Error("trouble");
    expect(await endOf(() => Promise.reject(trouble))).toEqual(failure("unreachable"));
    const written = ({ permit }: TransportRequest) => (permit(), Promise.reject(trouble));
    expect(await endOf(written)).toEqual(failure("unreadable-answer"));
  });
});
