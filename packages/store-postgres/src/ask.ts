import {
  type PoolClient,
  Query,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from "pg";

/**
 * As `client.query`, whose own promise reaches what it gave for as long as the query's timer is in memory, and its
 * successors too: once one of them had become old, no result was collected before the next full collection.
 * @throws what `pg` says.
 */
export function ask<Row extends QueryResultRow>(
  client: PoolClient,
  config: QueryConfig,
): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  const waiting: { heard: ((error: unknown, result: QueryResult<Row>) => void) | null } = {
    heard: (error, result) => (error ? reject(error) : resolve(result)),
  };
  const query = new Query<Row>(config, (error, result) => {
    const { heard } = waiting;
    waiting.heard = null;
    // After an error, rows may still come for it.
    if (!error) letGo(query);
    heard?.(error, result as QueryResult<Row>);
  });
  client.query(query);
  return promise;
}

/** Of an answered query nothing is reached any more. */
function letGo(query: Query): void {
  Object.assign(query, { callback: null, values: null, _result: null, _results: null });
}
