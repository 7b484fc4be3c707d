import { ApiError, ConnectionError, RotamerError, UnexpectedAnswerError } from '../http/errors.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { JobResult, JobResultFile, JobResultItem } from '../types.ts';

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
  async open(file: JobResultFile, { start = 0, fromApi = false, ...options }: OpenOptions = {}): Promise<Response> {
    const headers: Record<string, string> =
      start > 0 ? { range: `bytes=${start}-`, 'if-range': `"${file.sha256}"` } : {};
    const link = new URL(file.url, this.#transport.baseUrl);
    if (fromApi || this.#deadOrigins.has(link.origin)) return this.#openFromApi(file, { ...options, headers });
    const signal = this.#transport.signal(options.signal);
    try {
      // One short attempt, because the API also has the file.
      const { response } = await this.#transport.open('GET', link.href, {
        headers,
        signal,
        retryForMs: 0,
        timeoutMs: Math.min(options.timeoutMs ?? LINK_TIMEOUT_MS, LINK_TIMEOUT_MS),
      });
      const what = otherThan(file, start, response);
      if (what === undefined) return response;
      await response.body?.cancel();
      throw new UnexpectedAnswerError(`${link.origin} answered with ${what}`);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const response = await this.#openFromApi(file, { ...options, headers }, link.origin, error as Error);
      this.#deadOrigins.add(link.origin);
      return response;
    }
  }

  async #openFromApi(
    { name, key }: JobResultFile,
    options: CallOptions & { headers: Record<string, string> },
    origin?: string,
    linkError?: Error,
  ): Promise<Response> {
    const path = `/results/${encodeURIComponent(this.jobId)}/items/${encodeURIComponent(key)}`;
    try {
      return (await this.#transport.open('GET', path, options)).response;
    } catch (error) {
      if (linkError === undefined || this.#transport.signal(options.signal)?.aborted) throw error;
      // An error of the API about the file is more useful than one about an unreachable link.
      if (error instanceof ApiError && !error.code.startsWith('http_')) throw error;
      const { baseUrl } = this.#transport;
      throw new ConnectionError(
        `${name} could be read neither from ${origin} (${linkError.message}) nor from ${baseUrl} (${(error as Error).message}).`,
        { cause: error },
      );
    }
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

export interface OpenOptions extends CallOptions {
  /** The first byte to read; default 0. */
  start?: number;
  /** Do not use the link. */
  fromApi?: boolean;
}

/** Time limit for the host of a link, in milliseconds. An unreachable host delays a download by no more than this. */
const LINK_TIMEOUT_MS = 10_000;

/** Returns a description of a response that is not the file; undefined when it may be the file. */
function otherThan({ size, content_type }: JobResultFile, start: number, response: Response): string | undefined {
  const { headers, status } = response;
  if (headers.get('content-type')?.startsWith('text/html') && !content_type.startsWith('text/html')) return 'a page';
  const length = headers.get('content-length');
  const expected = status === 206 ? size - start : size;
  if (length === null || headers.has('content-encoding') || Number(length) === expected) return undefined;
  return `${length} bytes in place of ${expected}`;
}

/** Returns the host of a response, for messages. */
export function hostOf({ url }: Response): string {
  return url === '' ? 'the server' : new URL(url).origin;
}

/** Returns the query of the next page in a `Link` header, whose host may differ from ours. */
function nextPage(link: string | null, baseUrl: string): Record<string, string> | undefined {
  const [, url] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return url ? Object.fromEntries(new URL(url, baseUrl).searchParams) : undefined;
}
