import type { JobResults } from '@rotamer/client';
import { ToolError } from './toolError.ts';

/**
 * Returns a part of the text of a file, from a byte on. It ends with a whole character.
 *
 * @throws ToolError for a file that the result does not have, or that is not text
 */
export async function readFilePart(
  result: JobResults,
  name: string,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<object> {
  const file = result.files.find((one) => one.name === name);
  if (!file) {
    const names = result.files.slice(0, 50).map((one) => one.name);
    throw new ToolError('not_found', `The result has no file ${name}.`, 'Name one of its files.', { files: names });
  }
  const place = { job: result.jobId, file: name, offset, total: file.size };
  if (offset >= file.size) return { ...place, text: '' };
  const bytes = await readBytes(result, file, offset, limit, signal);
  const text = wholeText(bytes);
  if (text === undefined) {
    throw new ToolError(
      'unsupported_media_type',
      `${name} is not UTF-8 text${offset > 0 ? ', or offset is within a character' : ''}.`,
      `Download it with: rotamer results download ${result.jobId} --name ${name}`,
    );
  }
  const next = offset + Buffer.byteLength(text);
  return { ...place, text, ...(next < file.size && { next_offset: next }) };
}

async function readBytes(
  result: JobResults,
  file: JobResults['files'][number],
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const response = await result.open(file, { start: offset, signal });
  // A server may send the whole file in place of the requested range.
  let skip = response.headers.has('content-range') ? 0 : offset;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body!) {
    const rest = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - rest.length;
    parts.push(rest);
    length += rest.length;
    if (length >= limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit);
}

/** Returns the text of bytes that may end within a character; undefined when they are not text. */
function wholeText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
