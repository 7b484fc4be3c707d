import { RotamerError } from '../http/errors.ts';
import type { Transport } from '../http/transport.ts';
import type { JobResult, JobResultFile, JobResultItem } from '../types.ts';

/** What a job left. Large results have several pages, which are all read. */
export class JobResults {
  readonly jobId: string;
  readonly status: string;
  readonly tool: string;
  readonly files: JobResultFile[];
  readonly items: JobResultItem[];
  readonly #transport: Transport;

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

  /** Reads all pages. The first counts as a poll: at most once in 5 s. */
  static async load(transport: Transport, jobId: string): Promise<JobResults> {
    const path = `/results/${encodeURIComponent(jobId)}`;
    const files: JobResultFile[] = [];
    const items: JobResultItem[] = [];
    let first: JobResult | undefined;
    let next: Record<string, string> | undefined = {};
    while (next) {
      const { body, headers }: { body: JobResult; headers: Headers } = await transport.request<JobResult>('GET', path, {
        query: next,
      });
      first ??= body;
      files.push(...body.files);
      items.push(...body.results);
      next = nextPage(headers.get('link'));
    }
    return new JobResults(transport, first!, files, items);
  }

  /** The values of the structured items, of one output port or of all. */
  values(port?: string): unknown[] {
    return this.items.filter(({ output_port_id }) => !port || output_port_id === port).map(({ value }) => value);
  }

  /** The file of this name. */
  file(name: string): JobResultFile {
    const file = this.files.find((one) => one.name === name);
    if (!file)
      throw new RotamerError(
        `The result has no file ${name}; it has ${this.files.map((one) => one.name).join(', ') || 'none'}.`,
      );
    return file;
  }

  /**
   * Opens a file, from a byte on. Its link is used first and, when that has expired, the API itself. A `Content-Range` header
   * tells whether the server went along with `start`.
   */
  async open(
    file: JobResultFile,
    { start = 0, signal }: { start?: number; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const headers: Record<string, string> =
      start > 0 ? { range: `bytes=${start}-`, 'if-range': `"${file.sha256}"` } : {};
    const options = { headers, signal };
    try {
      return (await this.#transport.open('GET', file.url, options)).response;
    } catch (error) {
      // 403: the link has expired. Its bytes are served by the API as well, to whoever has a key.
      if ((error as { status?: number }).status !== 403) throw error;
      const path = `/results/${encodeURIComponent(this.jobId)}/items/${encodeURIComponent(file.key)}`;
      return (await this.#transport.open('GET', path, options)).response;
    }
  }

  /** The text of a file. */
  async text(name: string): Promise<string> {
    return (await this.open(this.file(name))).text();
  }

  toJSON(): object {
    const { jobId, status, tool, files, items } = this;
    return { job_id: jobId, status, tool, files, results: items };
  }
}

/** The query of the page that a `Link` header names; the header's host may be another than ours. */
function nextPage(link: string | null): Record<string, string> | undefined {
  const [, url] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? [];
  return url ? Object.fromEntries(new URL(url).searchParams) : undefined;
}
