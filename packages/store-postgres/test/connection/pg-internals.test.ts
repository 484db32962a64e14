import { once } from "node:events";
import { Client, type Connection, Pool } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  type Answer,
  isIdle,
  isPoolTimeout,
  queryWithoutLimit,
  sendTogether,
  timeLimitOf,
} from "../../src/connection/pipeline.ts";
import { postgres, stopPostgres } from "../support/opened-stores.ts";

const messages = ["close", "parse", "bind", "describe", "execute", "sync"] as const;
/** Which handlers the client calls on the object that it was given, in order. */
type Heard = readonly (readonly [name: string, told: unknown])[];
let client: Client;

beforeEach(async () => {
  client = new Client({ connectionString: (await postgres()).connectionString });
  client.on("error", () => {});
  await client.connect();
});
afterEach(() => client.end());
afterAll(stopPostgres);

/** Gives the client an object of our own that sends these messages of the protocol. */
async function submitted(send: (connection: Connection) => void): Promise<Heard> {
  const heard: [string, unknown][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  client.query({
    submit: send,
    handleRowDescription: ({ fields }: { fields: readonly { name: string }[] }) =>
      void heard.push(["rowDescription", fields.map(({ name }) => name)]),
    handleDataRow: ({ fields }: { fields: unknown }) => void heard.push(["dataRow", fields]),
    handleCommandComplete: ({ text }: { text: string }) =>
      void heard.push(["commandComplete", text]),
    handleError: ({ code }: { code?: string }) => {
      heard.push(["error", code]);
      resolve();
    },
    handleReadyForQuery: () => {
      heard.push(["readyForQuery", null]);
      resolve();
    },
  } as never);
  await promise;
  // Whatever else it calls comes before the answer to this.
  await client.query("select 1").catch(() => {});
  return heard;
}

function ask(connection: Connection, text: string, values: (string | null)[]): void {
  connection.parse({ name: "", text, types: [] }, true);
  connection.bind({ values }, true);
  connection.describe({ type: "P" }, true);
  connection.execute({}, true);
}

/** What a new `pg` no longer does, and where it is used. */
const lost = (what: string): string =>
  `this version of pg ${what}: see the list in connection/pipeline.ts`;

describe("pg still does what the pipeline relies on:", () => {
  it("an object with `submit` gets the connection, and each answer of the server", async () => {
    const heard = await submitted((connection) => {
      ask(connection, "select $1::text as said, $2::text as none", ['"{\\', null]);
      connection.sync();
    });
    expect(heard, lost("does not call the handlers of a submitted object as before")).toEqual([
      ["rowDescription", ["said", "none"]],
      ["dataRow", ['"{\\', null]],
      ["commandComplete", "SELECT 1"],
      ["readyForQuery", null],
    ]);
  });

  it("after an error it calls `handleError` alone", async () => {
    const heard = await submitted((connection) => {
      ask(connection, "select 1 / 0", []);
      ask(connection, "select 2", []);
      connection.sync();
    });
    expect(heard, lost("tells a submitted object more or less than its error")).toEqual([
      ["error", "22012"],
    ]);
  });

  it("`handleError` is called when the connection breaks", async () => {
    const heard = await submitted((connection) => {
      ask(connection, "select pg_sleep(60)", []);
      connection.sync();
      connection.stream.destroy();
    });
    expect(heard, lost("does not tell a submitted object that the connection broke")).toEqual([
      ["error", undefined],
    ]);
  });

  it("a connection writes each message of the protocol at once to `stream`, and nothing more", async () => {
    const types: string[] = [];
    const { stream } = client.connection;
    const write = stream.write.bind(stream);
    await submitted((connection) => {
      stream.write = ((bytes: Buffer) =>
        types.push(String.fromCharCode(bytes[0] ?? 0)) > 0) as never;
      for (const name of messages)
        expect(connection[name], lost(`has no ${name}`)).toBeTypeOf("function");
      connection.close({ type: "S", name: "x" }, true);
      ask(connection, "select 1", []);
      connection.sync();
      stream.write = write;
      connection.sync();
    });
    expect(types, lost("writes other messages than it was asked for")).toEqual([..."CPBDES"]);
  });

  it("`getTypeParser` gives the parser of the configuration", () => {
    const types = { getTypeParser: () => () => "parsed" } as never;
    const parser = new Client({ types }).getTypeParser(20, "text") as (text: string) => unknown;
    expect(parser("1"), lost("ignores the configured parsers")).toBe("parsed");
  });

  it("the time limit of a connection string is among the client's parameters", () => {
    const connectionString = "postgresql://parley@localhost/parley?query_timeout=1234";
    expect(timeLimitOf({ connectionString }), lost("hides its query_timeout")).toBe(1_234);
  });

  it("a client with a time limit waits for the object's `callback`, and a query may have its own", async () => {
    const { connectionString } = await postgres();
    const limited = new Client({ connectionString, query_timeout: 100 } as never);
    await limited.connect();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const statement = { name: "one", text: "select 1 as one" };
    sendTogether(limited, [{ statement, parameters: [], resolve, reject: () => {} }], 0, () => {});
    expect((await promise).rows).toEqual([{ one: 1 }]);
    await queryWithoutLimit(limited, "select pg_sleep(0.3)").catch(() => {
      throw new Error(lost("has no query_timeout for a single query"));
    });
    await limited.end();
  });

  it("a pool's error for a call without a free connection is known by its words", async () => {
    const { connectionString } = await postgres();
    const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 500 });
    const held = await pool.connect();
    onTestFinished(async () => {
      held.release();
      await pool.end();
    });
    const error = await pool.connect().catch((reason: unknown) => reason);
    expect(isPoolTimeout(error), lost(`says "${String(error)}" when a pool is busy`)).toBe(true);
  });

  it("a client knows whether it is in a transaction", async () => {
    await client.query("select 1");
    expect(isIdle(client), lost("does not tell that no transaction is open")).toBe(true);
    await client.query("begin");
    expect(isIdle(client), lost("does not tell that a transaction is open")).toBe(false);
  });

  it("`connection.stream` is the socket", async () => {
    const closed = once(client.connection.stream, "close");
    client.connection.stream.destroy();
    await closed;
    await expect(client.query("select 1"), lost("keeps its socket elsewhere")).rejects.toThrow(
      /terminated|not queryable/,
    );
  });
});
