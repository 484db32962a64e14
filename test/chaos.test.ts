import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { planOf } from "../harness/src/chaos/plan.ts";
import { lateReports } from "../harness/src/chaos/reports.ts";
import { HalfOpenProxy } from "../harness/src/gateway/half-open-proxy.ts";

const minuteMs = 60_000;

describe("a plan of faults", () => {
  it("is the same for the same seed, and another one for another", () => {
    expect(planOf(7, minuteMs, 3)).toEqual(planOf(7, minuteMs, 3));
    expect(planOf(7, minuteMs, 3)).not.toEqual(planOf(8, minuteMs, 3));
  });

  it("holds what it is to hold, in the order of time, for every seed", () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const plan = planOf(seed, minuteMs, 3);
      expect(plan).toEqual(plan.toSorted((left, right) => left.atMs - right.atMs));
      expect(apart(plan, "kill")).toEqual(apart(plan, "kill").map(() => 2_000));
      for (const ms of apart(plan, "restart")) expect(ms).toBeGreaterThanOrEqual(5_000);
      for (const ms of apart(plan, "restart")) expect(ms).toBeLessThanOrEqual(10_000);
      for (const fault of plan) {
        if ("order" in fault) expect(fault.order.toSorted()).toEqual([0, 1, 2]);
        if (fault.kind === "freeze") expect(fault.forMs).toBeGreaterThanOrEqual(1_000);
        if (fault.kind === "freeze") expect(fault.forMs).toBeLessThanOrEqual(10_000);
      }
      expect(new Set(plan.map(({ kind }) => kind)).size).toBe(5);
      const places = plan.flatMap((fault) => (fault.kind === "freeze" ? [fault.where] : []));
      expect(places.slice(0, 3)).toEqual(["in-a-call", "anywhere", "in-a-call"]);
    }
  });
});

describe("a report", () => {
  const excuses = { between: () => 3_000 };
  const reported = (afterMs: number) => [{ text: "out-v1-0", begunAt: 0, reportedAt: afterMs }];

  it("is late after 9 s, the longest lease, and what nobody could help", () => {
    expect(lateReports(reported(9_000 + 11_000 + 3_000), excuses)).toEqual([]);
    expect(lateReports(reported(9_000 + 11_000 + 3_001), excuses)).toHaveLength(1);
  });
});

describe("a way that can be cut", () => {
  const open: (Server | Socket | HalfOpenProxy)[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) {
      if ("destroy" in one) one.destroy();
      else await one.close();
    }
  });

  /** A connection through the proxy to somebody who says everything back. */
  async function throughProxy(): Promise<{ proxy: HalfOpenProxy; socket: Socket; said: string[] }> {
    const echo = createServer((socket) => socket.on("error", () => {}).pipe(socket));
    echo.listen(0, "127.0.0.1");
    await once(echo, "listening");
    const proxy = await HalfOpenProxy.open((echo.address() as AddressInfo).port);
    const socket = connect(proxy.port, "127.0.0.1").on("error", () => {});
    open.push(echo, proxy, socket);
    const said: string[] = [];
    socket.on("data", (bytes) => said.push(String(bytes)));
    socket.write("before");
    await once(socket, "data");
    return { proxy, socket, said };
  }

  it("passes nothing while it is cut and closes nothing; then what was held back arrives", async () => {
    const { proxy, socket, said } = await throughProxy();
    proxy.cut();
    socket.write(" meanwhile");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([said.join(""), socket.closed]).toEqual(["before", false]);
    proxy.resume();
    await once(socket, "data");
    expect(said.join("")).toBe("before meanwhile");
  });

  it("loses every connection when it is reset, and takes new ones", async () => {
    const { proxy, socket } = await throughProxy();
    proxy.cut();
    proxy.reset();
    await once(socket, "close");
    const again = connect(proxy.port, "127.0.0.1");
    open.push(again);
    again.write("again");
    expect(String((await once(again, "data"))[0])).toBe("again");
  });
});

function apart(plan: ReturnType<typeof planOf>, kind: string): number[] {
  const instants = plan.filter((fault) => fault.kind === kind).map(({ atMs }) => atMs);
  return instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
}
