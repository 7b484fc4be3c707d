import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Disk, NoRoom } from '../archive/spool.ts';
import { inspectFile } from '../inspect.ts';
import type { Begin, FromThread, ToThread, WorkerData } from './messages.ts';

const disk: Disk = { leftBytes: (workerData as WorkerData).spoolBytes };

// The worker thread: inspects several files concurrently.
parentPort!.on('message', ({ filename, port }: Begin) => void inspect(filename, port));

async function inspect(filename: string, port: MessagePort): Promise<void> {
  const send = (message: FromThread) => port.postMessage(message);
  try {
    send({ inspection: await inspectFile(pieces(port), filename, disk) });
  } catch (error) {
    send(error instanceof NoRoom ? { noRoom: true } : { error });
  } finally {
    port.close();
  }
}

/** Returns the buffer of a piece when the next one is requested. */
async function* pieces(port: MessagePort): AsyncGenerator<Uint8Array> {
  for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[ToThread]>) {
    if (message === 'end') return;
    yield message;
    const memory = message.buffer;
    port.postMessage({ memory } satisfies FromThread, [memory]);
  }
  throw new Error('inspection aborted');
}
