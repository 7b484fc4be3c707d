import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import { Fault } from '../errors/fault.ts';

/** A text part of a form. */
export interface Field {
  name: string;
  value: string;
}

/** A part with a file. Its reader must read it to the end. */
export interface FilePart {
  name: string;
  filename: string;
  file: Readable;
}

/** A request whose body nothing has read yet. */
interface FormRequest {
  headers: IncomingHttpHeaders;
  raw: IncomingMessage;
}

/** Limits for text parts. The reader of a file limits its size. */
const limits = { fields: 20, fieldSize: 64 * 1024, headerPairs: 20 };

/**
 * Yields the parts of a request as they arrive, at most `files` files. The next part comes once a file has been read to its end.
 *
 * @throws unsupported_media_type for another content type, validation_error for malformed multipart/form-data.
 */
export async function* partsOf(request: FormRequest, { files = 2 } = {}): AsyncGenerator<Field | FilePart> {
  if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) throw noMultipart();
  const parser = openParser(request, limits.fields + files);
  const parts = new Readable({ objectMode: true, read() {} });
  parser.on('field', (name, value) => parts.push({ name: name ?? '', value }));
  parser.on('file', (name, file, { filename }) => {
    // The reader gets stream errors from the stream. An error before reading begins must not end the process.
    file.on('error', () => {});
    parts.push({ name: name ?? '', filename: nameOf(filename), file });
  });
  for (const limit of ['partsLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => parts.destroy(refusal('has too many parts')));
  parser.on('error', (error: Error) => parts.destroy(malformed(error)));
  parser.on('close', () => parts.push(null));
  // After the end of the request, the reader of the file may still have unread bytes.
  request.raw.on('close', () => {
    if (!request.raw.readableEnded) parser.destroy();
  });
  request.raw.pipe(parser);
  yield* parts;
}

function openParser(request: FormRequest, parts: number): Busboy {
  try {
    return busboy({ headers: request.headers, limits: { ...limits, parts }, defParamCharset: 'latin1' });
  } catch (error) {
    throw malformed(error as Error);
  }
}

/**
 * Returns the name of a file. Browsers and curl send it in UTF-8, with quotes and line breaks as %22, %0D and %0A (WHATWG HTML,
 * multipart/form-data encoding algorithm). Older clients send Windows-1252. `filename*` arrives decoded, and takes precedence.
 */
function nameOf(filename: string | undefined): string {
  const given = filename ?? '';
  const isBytes = !/[^\0-\xff]/.test(given);
  const bytes = Buffer.from(given, 'latin1');
  const text = isBytes ? new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes) : given;
  return text.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));
}

export function noMultipart(): Fault {
  return new Fault('unsupported_media_type', 'The body must be a form; send Content-Type: multipart/form-data.');
}

/** The error for a body that the parser cannot read, or that ended early. */
export function malformed(cause: Error): Fault {
  return refusal('is not valid multipart/form-data', cause);
}

function refusal(message: string, cause?: Error): Fault {
  return new Fault('validation_error', `body: ${message}`, { details: { errors: [{ path: 'body', message }] }, cause });
}
