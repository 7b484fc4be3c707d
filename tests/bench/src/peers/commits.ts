// The baseline of a submission: five-row transactions in sequence on each of 16 connections, as in `pgbench -M
// prepared`. The statement is encoded once and responses are only counted, so it costs about as much as pgbench.

import type { Socket } from 'node:net';
import pg from 'pg';
import { answerParent } from '../child.ts';

const CLIENTS = 16;

/** Bind, Execute and Sync of a prepared statement without parameters (PostgreSQL manual, "Message Formats"). */
const RUN = Buffer.concat([
  message('B', Buffer.from('\0commit_five_rows\0\0\0\0\0\0\0', 'latin1')),
  message('E', Buffer.from('\0\0\0\0\0', 'latin1')),
  message('S', Buffer.alloc(0)),
]);

type Question = { connect: string } | { seconds: number };

let sockets: Socket[] = [];

answerParent<Question>(async (question) => {
  if ('connect' in question) {
    sockets = await Promise.all(Array.from({ length: CLIENTS }, () => prepare(question.connect)));
    return sockets.length;
  }
  const endsAt = performance.now() + question.seconds * 1000;
  const counts = await Promise.all(sockets.map((socket) => commitUntil(socket, endsAt)));
  return counts.reduce((sum, count) => sum + count, 0);
});

/** Opens a connection with the prepared statement, without pg's message reader. */
async function prepare(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench peer' });
  client.on('error', () => {}); // the server may stop first
  await client.connect();
  await client.query({ name: 'commit_five_rows', text: 'select commit_five_rows()' });
  // The types of pg lack `connection`, but its documentation has it.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return stream.removeAllListeners('data');
}

function commitUntil(socket: Socket, endsAt: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let commits = 0;
    let unread: Buffer = Buffer.alloc(0);
    const take = (chunk: Buffer) => {
      unread = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
      for (;;) {
        const length = unread.length >= 5 ? 1 + unread.readInt32BE(1) : Number.POSITIVE_INFINITY;
        if (unread.length < length) return;
        const type = String.fromCharCode(unread[0]!);
        if (type === 'E') return reject(new Error(unread.toString('latin1', 5, length)));
        unread = unread.subarray(length);
        if (type !== 'Z') continue;
        commits++;
        if (performance.now() < endsAt) socket.write(RUN);
        else {
          socket.off('data', take);
          resolve(commits);
        }
      }
    };
    socket.on('data', take);
    socket.write(RUN);
  });
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
