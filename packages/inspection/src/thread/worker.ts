import { on } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { inspectFile } from '../inspect.ts';
import type { Begin, FromThread, ToThread } from './messages.ts';

// The thread: inspects files piece by piece, several at a time.
parentPort!.on('message', ({ filename, port }: Begin) => void inspect(filename, port));

async function inspect(filename: string, port: MessagePort): Promise<void> {
  const say = (message: FromThread) => port.postMessage(message);
  try {
    say({ inspection: await inspectFile(pieces(port), filename) });
  } catch (error) {
    say({ error });
  } finally {
    port.close();
  }
}

/** Gives the memory of a piece back when the next one is asked for. */
async function* pieces(port: MessagePort): AsyncGenerator<Uint8Array> {
  for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[ToThread]>) {
    if (message === 'end') return;
    yield message;
    const memory = message.buffer;
    port.postMessage({ memory } satisfies FromThread, [memory]);
  }
  throw new Error('given up');
}
