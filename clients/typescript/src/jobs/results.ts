import { ConnectionError, RotamerError } from '../http/errors.ts';
import { hostOf, type OpenOptions, openLinked } from '../http/openLinked.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { File, JobResult, JobResultFile, JobResultItem } from '../types.ts';

/** The results of a job. Large results have several pages, which are all read. */
export class JobResults {
  readonly jobId: string;
  readonly status: string;
  readonly tool: string;
  readonly files: JobResultFile[];
  readonly items: JobResultItem[];
  readonly #transport: Transport;
  /** Origins whose links could not be opened while the API had the file. */
  readonly #deadOrigins = new Set<string>();

  constructor(
    transport: Transport,
    { job_id, status, tool }: JobResult,
    files: JobResultFile[],
    items: JobResultItem[],
  ) {
    this.#transport = transport;
    this.jobId = job_id;
    this.status = status;
    this.tool = tool;
    this.files = files;
    this.items = items;
  }

  /** Reads all pages. The first page counts as a poll, which is allowed once in 5 s. */
  static async load(transport: Transport, jobId: string, options: CallOptions = {}): Promise<JobResults> {
    const path = `/results/${encodeURIComponent(jobId)}`;
    const files: JobResultFile[] = [];
    const items: JobResultItem[] = [];
    let first: JobResult | undefined;
    let next: Record<string, string> | undefined = {};
    while (next) {
      const { body, headers }: { body: JobResult; headers: Headers } = await transport.request<JobResult>('GET', path, {
        ...options,
        query: next,
        object: 'job_result',
      });
      first ??= body;
      files.push(...body.files);
      items.push(...body.results);
      next = nextPage(headers.get('link'), transport.baseUrl);
    }
    return new JobResults(transport, first!, files, items);
  }

  /** Returns the values of the structured items, of one output port or of all. */
  values(port?: string): unknown[] {
    return this.items.filter(({ output_port_id }) => !port || output_port_id === port).map(({ value }) => value);
  }

  /** Returns the file with this name. */
  file(name: string): JobResultFile {
    const file = this.files.find((one) => one.name === name);
    if (!file)
      throw new RotamerError(
        `The result has no file ${name}; it has ${this.files.map((one) => one.name).join(', ') || 'none'}.`,
      );
    return file;
  }

  /**
   * Opens a file, from a byte on. Its link is used first. If the link is unreachable, expired or leads to another service, the API
   * is used at the address of this client. A `Content-Range` header shows whether the server honoured `start`.
   */
  open(file: JobResultFile, options: OpenOptions = {}): Promise<Response> {
    const path = `/results/${encodeURIComponent(this.jobId)}/items/${encodeURIComponent(file.key)}`;
    return openLinked(this.#transport, file, path, this.#deadOrigins, options);
  }

  /** Saves a file in the library. Its bytes are copied by the service. The call creates one idempotency key. */
  async save(name: string, { idempotencyKey = crypto.randomUUID(), ...options }: SaveOptions = {}): Promise<File> {
    const { filename, description, tags, project_id, ...call } = options;
    const path = `/results/${encodeURIComponent(this.jobId)}/items/${encodeURIComponent(this.file(name).key)}/save`;
    const headers = { 'idempotency-key': idempotencyKey };
    const body = { filename, description, tags, project_id };
    return (await this.#transport.request<File>('POST', path, { ...call, body, headers, object: 'file' })).body;
  }

  /** Returns the text of a file. */
  async text(name: string, options: CallOptions = {}): Promise<string> {
    const file = this.file(name);
    const response = await this.open(file, options);
    const bytes = await response.arrayBuffer().catch((cause) => {
      const signal = this.#transport.signal(options.signal);
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionError(`${name} from ${hostOf(response)} was cut off.`, { cause });
    });
    if (bytes.byteLength !== file.size) {
      throw new ConnectionError(
        `${name} from ${hostOf(response)} has ${bytes.byteLength} bytes instead of ${file.size}: it was cut off.`,
      );
    }
    return new TextDecoder().decode(bytes);
  }

  toJSON(): object {
    const { jobId, status, tool, files, items } = this;
    return { job_id: jobId, status, tool, files, results: items };
  }
}

/** Returns the query of the next page in a `Link` header, whose host may differ from ours. */
function nextPage(link: string | null, baseUrl: string): Record<string, string> | undefined {
  const [, url] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return url ? Object.fromEntries(new URL(url, baseUrl).searchParams) : undefined;
}

export interface SaveOptions extends CallOptions {
  /** By default the name in the result. */
  filename?: string;
  description?: string;
  tags?: string[];
  project_id?: string;
  /** Repeating a call with the same key and fields creates one file. By default each call has a new key. */
  idempotencyKey?: string;
}
