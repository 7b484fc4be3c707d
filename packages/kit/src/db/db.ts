import pg from 'pg';
import { callSignal, whileWanted } from '../process/callSignal.ts';
import type { Logger } from '../process/log.ts';
import { observe } from '../telemetry/measures.ts';
import { TracedClient } from './tracedClient.ts';

export type Db = pg.Pool;

/** A pool or a transaction's connection. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

// bigint columns are counts, versions and millicredits, all below 2^53. A larger value is a bug, so it must not be rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

export interface DbOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  log: Logger;
  /** Most connections of this process. Kubernetes runs several processes against one server. */
  max?: number;
}

/** How soon the server notices that the client of a running statement is gone. */
const CLIENT_CHECK_MS = 500;

/**
 * PostgreSQL's default of 4 assumes spinning disks. With the default, and with statistics from before a workspace grew,
 * PostgreSQL read a page of the workspace's list by sorting all its jobs: 36 ms for 9,000 instead of 0.1 ms.
 */
const RANDOM_PAGE_COST = 1.1;

/**
 * Opens a pool of connections to a service's own database. Lost connections are replaced. The statements of a call end
 * with the call.
 */
export function openDb({ url, name, log, max = 10 }: DbOptions): Db {
  const pool = new CallPool({
    Client: TracedClient,
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    options: `-c client_connection_check_interval=${CLIENT_CHECK_MS} -c random_page_cost=${RANDOM_PAGE_COST}`,
    keepAlive: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  observe(
    {
      pg_pool_total: { description: 'Open connections' },
      pg_pool_idle: { description: 'Idle connections' },
      pg_pool_waiting: { description: 'Requests waiting for a connection' },
    },
    (set) => {
      set('pg_pool_total', pool.totalCount, { pool: name });
      set('pg_pool_idle', pool.idleCount, { pool: name });
      set('pg_pool_waiting', pool.waitingCount, { pool: name });
    },
  );
  return pool;
}

/**
 * A pool whose connections serve a call only as long as its caller waits. When the caller leaves, the connection is closed
 * during its statement. PostgreSQL notices within `client_connection_check_interval` and cancels the statement. Unlike a
 * cancel request, this cannot hit the statement of another call, and needs no free connection.
 */
export class CallPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const signal = callSignal();
    const client = signal ? checkOut(super.connect(), signal) : super.connect();
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Checks out a connection that is closed when the signal is aborted before the connection is released. */
async function checkOut(connecting: Promise<pg.PoolClient>, signal: AbortSignal): Promise<pg.PoolClient> {
  const client = await whileWanted(connecting, signal).catch((error) => {
    // The connection may still arrive after the caller has left.
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw error;
  });
  const giveUp = () => void client.end().catch(() => {});
  signal.addEventListener('abort', giveUp);
  const { release } = client;
  // Named before it is assigned: see decisions.md, "Memory of a call".
  const giveBack = (error?: Error | boolean) => {
    signal.removeEventListener('abort', giveUp);
    release(error);
  };
  client.release = giveBack;
  return client;
}
