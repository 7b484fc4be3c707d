// Holds event streams open and reads from them, in a separate process.

import { once } from 'node:events';
import { connect } from 'node:net';
import { answerParent } from './child.ts';

interface Streams {
  origin: string;
  requests: { path: string; key: string }[];
}

/** Streams opened concurrently. More would only wait in the gateway. */
const AT_ONCE = 50;

answerParent<Streams>(async ({ origin, requests }) => {
  const { hostname, port, host } = new URL(origin);
  let held = 0;
  const waiting = [...requests];

  async function open({ path, key }: Streams['requests'][number]): Promise<void> {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    if (first.toString('latin1').startsWith('HTTP/1.1 200')) held++;
    socket.resume();
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await open(next);
    }),
  );
  return held;
});
