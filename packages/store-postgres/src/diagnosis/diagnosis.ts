import {
  type Clock,
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@parley/core";
import type { Database } from "../connection/database.ts";
import { isEarlierNodeRunning } from "../schema/earlier-nodes.ts";
import { migrations } from "../schema/schema.ts";
import { offsetMs, serverFacts } from "./server-facts.ts";
import {
  autovacuumFinding,
  connectionsFinding,
  durabilityFinding,
  locksFinding,
  nodesFinding,
  schemaFinding,
  tlsFinding,
} from "./server-findings.ts";

/** Beyond this a node with an anchored clock leases nothing. */
const offsetLimitMs = 250;

const afterSetBack =
  " If the database's clock was set back, restart the nodes. Otherwise they deliver nothing until it has caught up.";

/** Diagnoses the server and this node's connections. */
export class PostgresDiagnostician implements Diagnostician {
  readonly name = "store-postgres";
  readonly #database: Database;
  readonly #clock: Clock;

  /** `clock`: the gateway's clock. */
  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async diagnose(): Promise<readonly Finding[]> {
    const pool = this.#pool();
    const facts = await serverFacts(this.#database);
    return [
      durabilityFinding(facts),
      schemaFinding(facts, migrations.length),
      nodesFinding(await isEarlierNodeRunning(this.#database)),
      await this.#time(),
      pool,
      connectionsFinding(facts),
      locksFinding(facts),
      autovacuumFinding(facts),
      tlsFinding(facts),
    ];
  }

  async #time(): Promise<Finding> {
    const found = await offsetMs(this.#database, () => this.#clock.now());
    const off = Math.abs(Math.round(found.offsetMs));
    const message = `The gateway's clock and the database's are ${off} ms apart.`;
    if (off - found.uncertaintyMs <= offsetLimitMs) return okFinding("postgres-clock", message);
    return faultFinding(
      "postgres-clock",
      message,
      `Synchronise both machines with the same time servers: nodes with different clocks take over each other's work, or do none.${found.offsetMs > 0 ? afterSetBack : ""}`,
    );
  }

  #pool(): Finding {
    const { waiting, open, limit } = this.#database.poolUse;
    const message = `${open} of ${limit} connections of this node are open; calls that wait for one: ${waiting}.`;
    if (waiting === 0) return okFinding("postgres-pool", message);
    return warningFinding(
      "postgres-pool",
      message,
      "If this lasts, the server is too slow: check its load and its disk.",
    );
  }
}
