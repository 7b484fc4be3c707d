import { NotFoundError } from '../http/errors.ts';
import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import type { File, FileDeletion } from '../types.ts';

export interface UploadOptions {
  description?: string;
  tags?: string[];
  collection_ids?: string[];
  project_id?: string;
  /** Repeating an upload with the same key, file and fields makes one file; by default a new key for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface FileFilter {
  /** Items of a page, at most 100. */
  limit?: number;
  /** Part of a name, format, job name or tool. */
  q?: string;
  format?: string;
  origin?: File['origin'];
  collection_id?: string;
  project_id?: string;
  unassigned?: boolean;
  /** Only files that the creator of the key uploaded. */
  mine?: boolean;
}

export class Files {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file. One idempotency key is made for the call and kept over its retries. */
  async upload(
    content: Blob | string | Uint8Array<ArrayBuffer>,
    filename: string,
    options: UploadOptions = {},
  ): Promise<File> {
    const { signal, tags, collection_ids, description, project_id, idempotencyKey = crypto.randomUUID() } = options;
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
    // 50 MB may take long on a slow line.
    const sending = { form, signal, repeat: 'safe' as const, timeoutMs: 600_000 };
    const headers = { 'idempotency-key': idempotencyKey };
    return (await this.#transport.request<File>('POST', '/files', { ...sending, headers })).body;
  }

  /** Newest first. */
  list(filter: FileFilter = {}): List<File> {
    return new List(this.#transport, '/files', { ...filter });
  }

  async get(fileId: string): Promise<File> {
    return (await this.#transport.request<File>('GET', `/files/${encodeURIComponent(fileId)}`)).body;
  }

  /** Deletes a file. When the answer of the first try was lost, the next one finds nothing: that is success too. */
  async delete(fileId: string): Promise<FileDeletion> {
    let sent = 0;
    try {
      const onTry = () => void sent++;
      return (await this.#transport.request<FileDeletion>('DELETE', `/files/${encodeURIComponent(fileId)}`, { onTry }))
        .body;
    } catch (error) {
      if (!(error instanceof NotFoundError) || sent < 2) throw error;
      return { object: 'file_deletion', id: fileId, deleted: true };
    }
  }
}
