import type pg from 'pg';
import type { Db } from '../db/db.ts';

/** When a process dies at a call to the outside: before the call is sent, or after it was executed but before its response. */
export type CrashPoint = 'before' | 'after';

/** Thrown by the call at which the process dies, and by every later call. */
export class Died extends Error {
  override name = 'Died';
}

/**
 * Simulates a process that dies at its nth call to a database or another service (crash injection). Wrap all dependencies
 * of an operation with it. After the crash all calls fail, and connections are cut, so that open transactions roll back as
 * after a real crash.
 */
export function injectCrash(crashAt: number, crash: CrashPoint) {
  let calls = 0;
  let dead = false;
  const clients = new Set<pg.PoolClient>();

  function die(): never {
    dead = true;
    for (const client of clients) client.release(true);
    clients.clear();
    throw new Died();
  }

  async function call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (dead) throw new Died();
    calls++;
    const last = calls === crashAt;
    if (last && crash === 'before') die();
    const result = await work();
    if (last) die();
    if (dead) throw new Died();
    return result;
  }

  async function* stream(ask: () => AsyncIterable<unknown>) {
    yield* await call(async () => {
      const responses: unknown[] = [];
      for await (const response of ask()) responses.push(response);
      return responses;
    });
  }

  return {
    get hasCrashed() {
      return dead;
    },

    db(db: Db): Db {
      return new Proxy(db, {
        get(target, name) {
          if (name === 'query') return (...args: Parameters<Db['query']>) => call(() => target.query(...args) as never);
          if (name === 'connect') return () => call(() => target.connect().then(register)).then(crashingClient);
          return Reflect.get(target, name);
        },
      });
    },

    /** `streams` names the methods that return a stream; a stream counts as one call. */
    neighbour<Client extends object>(client: Client, streams: (keyof Client)[] = []): Client {
      return new Proxy(client, {
        get(target, name) {
          const method = Reflect.get(target, name) as (...args: unknown[]) => never;
          const isStream = streams.includes(name as keyof Client);
          return (...args: unknown[]) => {
            const ask = () => method.apply(target, args);
            return isStream ? stream(ask) : call(ask);
          };
        },
      });
    },
  };

  function register(client: pg.PoolClient): pg.PoolClient {
    clients.add(client);
    return client;
  }

  function crashingClient(client: pg.PoolClient): pg.PoolClient {
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return (...args: [string]) => call(() => target.query(...args) as never);
        if (name === 'release') return (broken?: Error) => clients.delete(client) && target.release(broken);
        return Reflect.get(target, name);
      },
    });
  }
}
