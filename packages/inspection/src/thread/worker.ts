import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createDisk, NoRoom } from '../archive/spool.ts';
import { inspectFile } from '../inspect.ts';
import type { Begin, FromThread, ToThread, WorkerData } from './messages.ts';
import { startHeartbeats } from './messages.ts';
import { createTurns } from './turns.ts';

const { spoolBytes, heartbeats } = workerData as WorkerData;
const diskOf = createDisk(spoolBytes);
const turns = createTurns();

// The worker thread inspects files of several workspaces concurrently, but only one piece of each workspace at a time.
startHeartbeats(heartbeats);
parentPort!.on('message', (begin: Begin) => void inspect(begin));

async function inspect({ filename, workspaceId, port }: Begin): Promise<void> {
  const send = (message: FromThread) => port.postMessage(message);
  const turn = new Turn(workspaceId);
  try {
    send({ inspection: await inspectFile(pieces(port, turn), filename, diskOf(workspaceId)) });
  } catch (error) {
    send(error instanceof NoRoom ? { noRoom: true } : { error });
  } finally {
    turn.end();
    port.close();
  }
}

/** The place of one file in the queue of its workspace. */
class Turn {
  readonly #workspaceId: string;
  end = () => {};

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  async begin(): Promise<void> {
    this.end();
    this.end = await turns.take(this.#workspaceId);
  }
}

/**
 * Yields pieces; returns the buffer of a piece when the next one is requested. The file keeps its workspace from the
 * end of the bytes until the result.
 */
async function* pieces(port: MessagePort, turn: Turn): AsyncGenerator<Uint8Array> {
  for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[ToThread]>) {
    await turn.begin();
    if (message === 'end') return;
    yield message;
    turn.end();
    const memory = message.buffer;
    port.postMessage({ memory } satisfies FromThread, [memory]);
  }
  throw new Error('inspection aborted');
}
