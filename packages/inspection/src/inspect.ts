import { Budget } from './archive/budget.ts';
import { type Disk, endlessDisk } from './archive/spool.ts';
import { inPieces } from './byteStreams.ts';
import { inspectContent } from './inspectContent.ts';
import { type Inspection, Refusal } from './inspection.ts';

/**
 * Determines the format of an upload (by content first, then by the name's extension) or why it is rejected. Reads the
 * stream once, in bounded memory, and stops early when it rejects; ZIP archives are spooled to the temporary folder. A
 * chunk is not used after the next is requested, so its memory may be reused. Throws only errors of the stream itself,
 * and NoRoom when archives have filled their shared `disk` budget: a damaged file is rejected, but a failing store or a
 * full disk is not the file's fault.
 */
export async function inspectFile(
  bytes: AsyncIterable<Uint8Array>,
  filename: string,
  disk: Disk = endlessDisk,
): Promise<Inspection> {
  const budget = new Budget(disk);
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

/** Records the source's own error, which libraries in between may wrap. */
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
