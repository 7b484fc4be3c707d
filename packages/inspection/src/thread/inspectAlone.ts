import type { Inspection } from '../inspection.ts';
import { Lost } from './messages.ts';
import { startThread, type ThreadOptions } from './startThread.ts';

/**
 * Inspects one file in a separate thread. Refuses a file for which the thread computes too long or needs too much memory.
 *
 * @throws Lost when the thread ends without the file's fault, or the service stops
 */
export async function inspectAlone(
  options: ThreadOptions,
  filename: string,
  bytes: () => AsyncIterable<Uint8Array>,
  stopping: AbortSignal,
): Promise<Inspection> {
  if (stopping.aborted) throw new Lost();
  const thread = startThread(options, () => {});
  stopping.addEventListener('abort', thread.stop);
  const inspection = thread.open(filename, '');
  try {
    for await (const chunk of bytes()) await inspection.add(chunk);
    inspection.end();
    return await inspection.verdict;
  } catch (error) {
    // `wasSpent` is valid only after the thread has ended.
    await thread.stop();
    if (error instanceof Lost && thread.wasSpent()) return tooCostly;
    throw error;
  } finally {
    inspection.giveUp();
    stopping.removeEventListener('abort', thread.stop);
    await thread.stop();
  }
}

const tooCostly: Inspection = {
  ok: false,
  reason: 'inspection_too_costly',
  message: 'the file takes too long to inspect. Save the data in a simpler form, or in several files.',
};
