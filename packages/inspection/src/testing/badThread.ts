import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads';
import type { Begin, FromThread, ToThread, WorkerData } from '../thread/messages.ts';
import { startHeartbeats } from '../thread/messages.ts';

/** What the thread does with a file of this name. With any other name it reports its thread id. */
const behaviours: Record<string, (port: MessagePort) => void> = {
  dies: () => process.exit(1),
  throws: () => {
    throw new Error('not caught by anybody');
  },
  outgrows: () => {
    for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, (_, i) => i));
  },
  hangs: () => {
    for (;;);
  },
  keeps: () => {},
};

startHeartbeats((workerData as WorkerData).heartbeats);
parentPort!.on('message', ({ filename, port }: Begin) => {
  port.on('message', (message: ToThread) => {
    const behave = behaviours[filename] ?? tellThread;
    if (message === 'end' || behave !== tellThread) behave(port);
    else port.postMessage({ memory: message.buffer } satisfies FromThread, [message.buffer]);
  });
});

function tellThread(port: MessagePort): void {
  const inspection = { ok: true, format: String(threadId), mimeType: '', previewKind: null, textual: false, units: {} };
  port.postMessage({ inspection } as FromThread);
}
