import { NotFoundError } from '../http/errors.ts';
import { List } from '../http/list.ts';
import { type OpenOptions, openLinked } from '../http/openLinked.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { File, FileDeletion, FileLink, FileSource, FileUpdate } from '../types.ts';

export interface UploadOptions extends CallOptions {
  description?: string;
  tags?: string[];
  collection_ids?: string[];
  project_id?: string;
  /** Repeating an upload with the same key, file and fields creates one file. By default each call has a new key. */
  idempotencyKey?: string;
}

export interface FileFilter {
  /** Items per page, at most 100. */
  limit?: number;
  /** Part of a name, format, job name or tool. */
  q?: string;
  format?: string;
  origin?: File['origin'];
  collection_id?: string;
  project_id?: string;
  unassigned?: boolean;
  /** Only files uploaded by the creator of the key. */
  mine?: boolean;
}

export class Files {
  readonly #transport: Transport;
  /** Origins whose links could not be opened while the API had the file. */
  readonly #deadOrigins = new Set<string>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file. The call creates one idempotency key and keeps it for its retries. */
  async upload(
    content: Blob | string | Uint8Array<ArrayBuffer>,
    filename: string,
    options: UploadOptions = {},
  ): Promise<File> {
    const { tags, collection_ids, description, project_id, idempotencyKey = crypto.randomUUID(), ...call } = options;
    const blob = content instanceof Blob ? content : new Blob([content]);
    const form = () => {
      const parts = new FormData();
      if (description !== undefined) parts.set('description', description);
      if (tags) parts.set('tags', JSON.stringify(tags));
      if (collection_ids) parts.set('collection_ids', JSON.stringify(collection_ids));
      if (project_id !== undefined) parts.set('project_id', project_id);
      parts.set('file', blob, filename);
      return parts;
    };
    // 50 MB may take long on a slow connection.
    const sending = { ...call, timeoutMs: call.timeoutMs ?? 600_000, form, object: 'file' };
    const headers = { 'idempotency-key': idempotencyKey };
    return (await this.#transport.request<File>('POST', '/files', { ...sending, headers })).body;
  }

  /** Returns the public databases from which `fetch` takes files. */
  async sources(options: CallOptions = {}): Promise<FileSource[]> {
    const asking = { ...options, object: 'list' };
    return (await this.#transport.request<{ data: FileSource[] }>('GET', '/file-sources', asking)).body.data;
  }

  /** Fetches an entry of a public database into the library: `fetch('pdb', '1UBQ')`. The call creates one idempotency key. */
  async fetch(source: string, id: string, options: UploadOptions = {}): Promise<File> {
    const { tags, description, project_id, idempotencyKey = crypto.randomUUID(), ...call } = options;
    const body = { source, id, tags, description, project_id };
    const headers = { 'idempotency-key': idempotencyKey };
    const sending = { ...call, timeoutMs: call.timeoutMs ?? 90_000, body, headers, object: 'file' };
    return (await this.#transport.request<File>('POST', '/files/fetch', sending)).body;
  }

  /** Changes name, description or tags of a file; a description of null is removed. */
  async update(fileId: string, body: FileUpdate, options: CallOptions = {}): Promise<File> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'file' };
    return (await this.#transport.request<File>('PATCH', `/files/${encodeURIComponent(fileId)}`, sending)).body;
  }

  /** Lists files, newest first. */
  list(filter: FileFilter = {}, options: CallOptions = {}): List<File> {
    return new List(this.#transport, '/files', { ...filter }, options);
  }

  async get(fileId: string, options: CallOptions = {}): Promise<File> {
    const path = `/files/${encodeURIComponent(fileId)}`;
    return (await this.#transport.request<File>('GET', path, { ...options, object: 'file' })).body;
  }

  /** Returns a link that downloads the file without a key until it expires. */
  async link(fileId: string, options: CallOptions = {}): Promise<FileLink> {
    const path = `/files/${encodeURIComponent(fileId)}/link`;
    return (await this.#transport.request<FileLink>('GET', path, { ...options, object: 'file_link' })).body;
  }

  /**
   * Opens the bytes of a file, from a byte on. With a link the link is used first, and the API when the link does not lead to the file.
   * A `Content-Range` header shows whether the server honoured `start`.
   */
  async open(file: string | FileLink, options: OpenOptions = {}): Promise<Response> {
    const path = `/files/${encodeURIComponent(typeof file === 'string' ? file : file.file_id)}/bytes`;
    if (typeof file !== 'string') return openLinked(this.#transport, file, path, this.#deadOrigins, options);
    const { start = 0, fromApi: _, ...call } = options;
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
    return (await this.#transport.open('GET', path, { ...call, headers })).response;
  }

  /** Deletes a file. If a response was lost, the next attempt finds no file, which counts as success. */
  async delete(fileId: string, options: CallOptions = {}): Promise<FileDeletion> {
    let sent = 0;
    const path = `/files/${encodeURIComponent(fileId)}`;
    const sending = { ...options, object: 'file_deletion', onTry: () => void sent++ };
    try {
      return (await this.#transport.request<FileDeletion>('DELETE', path, sending)).body;
    } catch (error) {
      if (!(error instanceof NotFoundError) || sent < 2) throw error;
      return { object: 'file_deletion', id: fileId, deleted: true };
    }
  }
}
