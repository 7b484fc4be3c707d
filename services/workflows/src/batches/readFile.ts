import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { ReadLine } from '@rotamer/api/requests/readBatchLine.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';

/** Most lines of a file. */
const MAX_LINES = 50_000;

/** Most bytes of a line: more than a submission may have. */
const MAX_LINE_BYTES = 600 * 1024;

const NEWLINE = 0x0a;

/**
 * Yields the lines of a file, as `read` reads them. Skips blank lines. Keeps one line in memory. Reports a line that is too long, and the
 * first line beyond `MAX_LINES`, after which nothing more is read.
 */
export async function* readFile(
  body: Readable,
  read: (text: string, line: number) => ReadLine,
  maxLines = MAX_LINES,
): AsyncGenerator<ReadLine> {
  let line = 0;
  let found = 0;
  for await (const bytes of splitLines(body)) {
    line++;
    if (bytes && !isUtf8(bytes)) {
      found++;
      yield refuse(line, 'is not valid UTF-8');
      continue;
    }
    const text = bytes?.toString().replace(/^\ufeff|\r$/g, '');
    if (text?.trim() === '') continue;
    found++;
    if (found > maxLines) return yield refuse(line, `is one of more than ${maxLines} lines; split the file`);
    yield text === undefined ? refuse(line, `has more than ${MAX_LINE_BYTES} bytes`) : read(text, line);
  }
}

function refuse(line: number, message: string): { problems: BatchProblem[] } {
  return { problems: [{ line, customId: '', path: '', message }] };
}

/** Yields the bytes of each line without its end; undefined for a line that is too long. */
async function* splitLines(body: Readable): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = () => {
    const line = size > MAX_LINE_BYTES ? undefined : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  const add = (part: Buffer) => {
    size += part.length;
    if (size > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
