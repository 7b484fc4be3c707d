import { asBuffer } from '../byteStreams.ts';
import { forbidden } from '../extensions.ts';
import { markupInBinary } from '../forbidden/markup.ts';
import { readScript } from '../forbidden/script.ts';

/** Longer than any tag that is searched for, so that no tag is missed between two chunks. */
const OVERLAP = 64;

/**
 * Reads binary data to its end and throws when a browser could also execute it: markup anywhere in an image, at the
 * start of a line of a PDF (whose text may quote tags), or an image whose first bytes are a program (GIF, BMP, RIFF and
 * JPEG signatures are identifiers in JavaScript, and the sizes after them may open a comment).
 */
export async function refuseExecutable(bytes: AsyncIterable<Uint8Array>, head: Buffer, format: string): Promise<void> {
  const start = head.toString('latin1');
  if (/^(GIF8[79]a|BM|RIFF|\xff\xd8\xff[\xe0-\xef])\s*(\/\*|\/\/)/.test(start) || acts(start))
    throw forbidden('JavaScript', `the ${format} signature is followed by program code`);
  const atStart = markupInBinary(start, false);
  if (atStart) throw atStart;
  let before = '';
  for await (const chunk of bytes) {
    const text = before + asBuffer(chunk).toString('latin1').replaceAll('\0', '');
    const refusal = markupInBinary(text, format === 'PDF');
    if (refusal) throw refusal;
    before = text.slice(-OVERLAP);
  }
}

function acts(start: string): boolean {
  const reading = readScript(start, true);
  return reading === 'yes' || reading === 'calls';
}
