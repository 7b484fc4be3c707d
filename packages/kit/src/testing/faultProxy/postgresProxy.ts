import { type FaultProxy, type Inspector, startFaultProxy } from './faultProxy.ts';

export interface PostgresProxy extends FaultProxy {
  /** Returns the URL of the same database through the proxy. */
  through(url: string): string;
  /**
   * Resets the connections of the next `count` commits of a matching statement when the server has committed and before
   * its client receives the response.
   */
  cutCommits(count: number, statement: RegExp): void;
  /** Returns how many of these commits are still to come. */
  cutsLeft(): number;
}

/** Starts a fault proxy that understands enough of PostgreSQL's protocol to cut between a commit and its response. */
export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  let cuts = 0;
  let wanted = /^$/;
  const proxy = await startFaultProxy(target, () =>
    watchCommits(
      (statement) => wanted.test(statement),
      () => cuts > 0 && cuts-- > 0,
    ),
  );
  return {
    ...proxy,
    through(url) {
      const result = new URL(url);
      result.host = proxy.address;
      return result.href;
    },
    cutCommits(count, statement) {
      cuts = count;
      wanted = statement;
    },
    cutsLeft: () => cuts,
  };
}

/**
 * Follows one connection (https://www.postgresql.org/docs/18/protocol-message-formats.html). A matching statement has
 * committed when the server is ready again (Z) and idle (I): after COMMIT, or after the statement itself when it was
 * its own transaction.
 */
export function watchCommits(matches: (statement: string) => boolean, cut: () => boolean): Inspector {
  const prepared = new Map<string, string>();
  let wrote = false;
  let committed = false;

  const readRequest = readMessages(STARTUP, (type, body) => {
    if (type === 'Q') {
      const statement = textAt(body, 0);
      wrote = !/^rollback\b/i.test(statement) && (wrote || matches(statement));
    }
    if (type === 'P') {
      const name = textAt(body, 0);
      prepared.set(name, textAt(body, name.length + 1));
    }
    if (type === 'B') {
      const portal = textAt(body, 0);
      wrote ||= matches(prepared.get(textAt(body, portal.length + 1)) ?? '');
    }
  });
  const readAnswer = readMessages('', (type, body) => {
    if (type !== 'Z' || body.toString() !== 'I') return;
    committed ||= wrote;
    wrote = false;
  });

  return {
    sent: readRequest,
    cutsAt(bytes) {
      readAnswer(bytes);
      const cuts = committed && cut();
      committed = false;
      return cuts;
    },
  };
}

/** The name of the first message of a client, which has no type byte. */
const STARTUP = 'startup';

/**
 * Assembles messages from received bytes: a type (1 byte), the length of the rest including the length itself (4 bytes),
 * the body.
 */
function readMessages(first: string, onMessage: (type: string, body: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = first;
  return (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const at = untyped ? 0 : 1;
      if (rest.length < at + 4) return;
      const end = at + rest.readInt32BE(at);
      if (rest.length < end) return;
      onMessage(untyped || String.fromCharCode(rest[0]!), rest.subarray(at + 4, end));
      untyped = '';
      rest = rest.subarray(end);
    }
  };
}

/** Returns a text that ends with a zero byte. One character per byte, so that its length gives the position of the next text. */
function textAt(body: Buffer, start: number): string {
  return body.toString('latin1', start, body.indexOf(0, start));
}
