import { Budget } from './archive/budget.ts';
import { inPieces } from './byteStreams.ts';
import { inspectContent } from './inspectContent.ts';
import { type Inspection, Refusal } from './inspection.ts';

/**
 * Says what an upload is (by content first, then by the name's extension) or why it is refused. Reads the stream once,
 * in bounded memory, and not to its end when it refuses; ZIP archives pass through the system's temporary folder. A chunk
 * is read before the next is asked for, so its memory may be used again.
 * Throws only what the stream itself throws: a damaged file is refused, a failing store is not the file's fault.
 */
export async function inspectFile(bytes: AsyncIterable<Uint8Array>, filename: string): Promise<Inspection> {
  const budget = new Budget();
  const source = watched(inPieces(bytes));
  try {
    return { ok: true, ...(await inspectContent(budget.packed(source.bytes), filename, { budget, depth: 0 })) };
  } catch (error) {
    if (source.failure) throw source.failure.error;
    if (error instanceof Refusal) return { ok: false, reason: error.reason, message: error.message };
    throw error;
  } finally {
    await source.bytes.return(undefined);
  }
}

/** Remembers the source's own failure, which libraries in between may wrap. */
function watched(bytes: AsyncIterable<Uint8Array>) {
  const source: { bytes: AsyncGenerator<Uint8Array>; failure?: { error: unknown } } = { bytes: watch() };
  async function* watch() {
    try {
      yield* bytes;
    } catch (error) {
      source.failure = { error };
      throw error;
    }
  }
  return source;
}
