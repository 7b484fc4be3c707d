import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Disk, NoRoom } from '../archive/spool.ts';
import { inspectFile } from '../inspect.ts';
import type { Begin, FromThread, ToThread, WorkerData } from './messages.ts';

const disk: Disk = { leftBytes: (workerData as WorkerData).spoolBytes };

// The thread: inspects files piece by piece, several at a time.
parentPort!.on('message', ({ filename, port }: Begin) => void inspect(filename, port));

async function inspect(filename: string, port: MessagePort): Promise<void> {
  const say = (message: FromThread) => port.postMessage(message);
  try {
    say({ inspection: await inspectFile(pieces(port), filename, disk) });
  } catch (error) {
    say(error instanceof NoRoom ? { noRoom: true } : { error });
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
