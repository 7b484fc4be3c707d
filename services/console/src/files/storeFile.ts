import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { File } from '@rotamer/client';
import type { FilePart } from '@rotamer/kit/http/multipart.ts';
import type { Api } from '../api/openApi.ts';

/** What became of one file of a form: stored, or the reason why not. */
export interface StoredFile {
  name: string;
  /** The id and format of the file in the library; absent when it was refused. */
  id?: string;
  format?: string;
  problem?: string;
}

interface Sending {
  projectId: string;
  /** A repeat with the same key and file stores one file. */
  key?: string;
  signal: AbortSignal;
}

/** Sends a file to the library as it arrives, so that memory never holds all of it. */
export async function storeFile(api: Api, part: FilePart, { projectId, key, signal }: Sending): Promise<StoredFile> {
  const { filename: name, file } = part;
  const boundary = `rotamer-${randomBytes(16).toString('hex')}`;
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'idempotency-key': key || randomUUID(),
  };
  const fields: Record<string, string> = projectId ? { project_id: projectId } : {};
  const body = ReadableStream.from(partsOfBody(boundary, fields, name, file));
  try {
    const response = await api.open('/files', { headers, body, signal });
    const answer = (await response.json()) as File & { error?: { message: string; resolution?: string } };
    if (response.ok) return { name, id: answer.id, format: answer.format };
    if (response.status === 401)
      return { name, problem: 'You are signed out. Sign in again, then send the file again.' };
    const { message = 'The file was not stored.', resolution } = answer.error ?? {};
    return { name, problem: [message, resolution].filter(Boolean).join(' ') };
  } catch (cause) {
    if (signal.aborted) throw cause;
    return { name, problem: 'The connection broke. Send the file again.' };
  } finally {
    // The next file of the form arrives only after this one has been read.
    file.resume();
  }
}

async function* partsOfBody(boundary: string, fields: Record<string, string>, name: string, file: Readable) {
  for (const [field, value] of Object.entries(fields))
    yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`);
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escaped(name)}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  );
  yield* file.iterator({ destroyOnReturn: false });
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Escapes a name as browsers do (WHATWG HTML, multipart/form-data encoding algorithm). */
function escaped(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
