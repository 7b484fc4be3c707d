import type pg from 'pg';
import { TracedClient } from './tracedClient.ts';

/** How long a connection may be silent before its holder checks it with a statement. */
const QUIET_MS = 5_000;

/** Longest wait for a response to a statement that costs the server nothing. */
const ANSWER_MS = 5_000;

/** Within 25 s the server notices that the holder's machine or network is gone, and another process may take over. */
const KEEPALIVES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

export interface SessionLock {
  /**
   * Returns the connection that holds the lock, or undefined while another process has it.
   *
   * @throws when the server does not respond: the lock is lost then, and the next call makes a new connection
   */
  take(): Promise<pg.Client | undefined>;
  /** Aborted when the most recently taken lock is lost with its connection. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A connection. It stays open on standby, so that another try costs a statement and not a connection. */
interface Session {
  client: pg.Client;
  mine: boolean;
  lost: AbortController;
  /** When the server responded last, as `performance.now()` counts. */
  heardAt: number;
}

export interface SessionLockOptions {
  quietMs?: number;
  answerMs?: number;
}

/**
 * Creates a lock for leader election between processes: an advisory lock held by a separate direct connection (a pooler in
 * transaction mode would lose the lock). Used by one loop at a time.
 */
export function createSessionLock(
  url: string,
  name: string,
  { quietMs = QUIET_MS, answerMs = ANSWER_MS }: SessionLockOptions = {},
): SessionLock {
  let session: Session | undefined;
  let lost = new AbortController();

  async function connect(): Promise<Session> {
    const client = new TracedClient({
      connectionString: url,
      application_name: name,
      options: KEEPALIVES,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
    });
    const fresh: Session = { client, mine: false, lost: new AbortController(), heardAt: 0 };
    client.on('error', () => drop(fresh));
    client.on('end', () => drop(fresh));
    await client.connect();
    return fresh;
  }

  function drop(gone: Session): void {
    if (session === gone) session = undefined;
    gone.lost.abort(new Error(`the connection that holds '${name}' is lost`));
    gone.client.end().catch(() => {});
  }

  /**
   * Runs a statement on the connection. A connection that does not respond counts as lost, although its socket may stay
   * open for 15 minutes.
   */
  async function ask(asked: Session, text: string, values: string[] = []) {
    try {
      const { rows } = await asked.client.query({ text, values, query_timeout: answerMs } as pg.QueryConfig);
      asked.heardAt = performance.now();
      return rows[0];
    } catch (error) {
      drop(asked);
      throw error;
    }
  }

  return {
    async take() {
      session ??= await connect();
      const asked = session;
      if (!asked.mine) {
        const { mine } = await ask(asked, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [name]);
        asked.mine = mine;
        if (mine) lost = asked.lost;
      } else if (performance.now() - asked.heardAt >= quietMs) await ask(asked, 'select');
      return asked.mine ? asked.client : undefined;
    },
    get lost() {
      return lost.signal;
    },
    async release() {
      await session?.client.end().catch(() => {});
    },
  };
}
