import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { startLoop } from '../process/loop.ts';
import { oneAtATime } from '../process/oneAtATime.ts';

/** How often a lost listening connection is retried. */
const RECONNECT_MS = 500;

export interface ListeningOptions {
  url: string;
  log: Logger;
  /** Called for each notification with its payload, and without a payload each time that listening to a channel begins. */
  hear(channel: string, payload?: string): void;
}

/** One connection that listens to channels. It is replaced when it is lost. */
export interface Listening {
  /** Listens to one more channel. */
  add(channel: string): void;
  stop(): Promise<void>;
}

export function startListening({ url, log, hear }: ListeningOptions): Listening {
  const channels = new Set<string>();
  /** One statement at a time on the connection. */
  const inTurn = oneAtATime();
  let client: pg.Client | undefined;

  const listen = (on: pg.Client, channel: string) => inTurn(() => on.query(`listen ${pg.escapeIdentifier(channel)}`));

  async function connect(): Promise<void> {
    const fresh = newClient(url);
    fresh.on('error', () => fresh.end().catch(() => {}));
    fresh.on('end', () => {
      // A connection that never worked is retried at the loop's interval.
      if (client !== fresh) return;
      client = undefined;
      reconnect.wake();
    });
    fresh.on('notification', ({ channel, payload }) => hear(channel, payload));
    try {
      await fresh.connect();
      // The iteration of a Set also visits channels that are added while it waits.
      for (const channel of channels) await listen(fresh, channel);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    for (const channel of channels) hear(channel);
  }

  const reconnect = startLoop({
    name: 'signals',
    intervalMs: RECONNECT_MS,
    log,
    pass: async () => {
      if (!client) await connect();
    },
  });

  return {
    add(channel) {
      channels.add(channel);
      const current = client;
      if (!current) return;
      listen(current, channel).then(
        () => hear(channel),
        () => current.end().catch(() => {}),
      );
    },
    async stop() {
      await reconnect.stop();
      await client?.end().catch(() => {});
    },
  };
}

function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'signals',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
}
