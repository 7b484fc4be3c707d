import { RotamerError } from './http/errors.ts';
import type { Time } from './http/time.ts';
import { type Answer, type RequestOptions, Transport } from './http/transport.ts';
import { Files } from './resources/files.ts';
import { Jobs } from './resources/jobs.ts';
import { Projects } from './resources/projects.ts';
import { Runs } from './resources/runs.ts';
import { Tools } from './resources/tools.ts';
import { Workflows } from './resources/workflows.ts';
import type { Account } from './types.ts';

export interface RotamerOptions {
  /** Default: `ROTAMER_API_KEY`. */
  apiKey?: string;
  /** Default: `ROTAMER_BASE_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string;
  /** How long one try of a request may take, in milliseconds; default 60,000. */
  timeoutMs?: number;
  /** How often a request is sent again; default 2. */
  maxRetries?: number;
  /** Another fetch, for proxies and tests. */
  fetch?: typeof fetch;
  /** Another clock, for tests. */
  time?: Time;
}

/** A client of one Rotamer, with one API key. */
export class Rotamer {
  readonly jobs: Jobs;
  readonly tools: Tools;
  readonly files: Files;
  readonly projects: Projects;
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly #transport: Transport;

  constructor(options: RotamerOptions = {}) {
    const transport = new Transport({
      apiKey: options.apiKey ?? environment('ROTAMER_API_KEY'),
      baseUrl: readBaseUrl(options.baseUrl ?? environment('ROTAMER_BASE_URL') ?? 'http://127.0.0.1:8080'),
      fetch: options.fetch ?? ((...args) => fetch(...args)),
      timeoutMs: options.timeoutMs ?? 60_000,
      maxRetries: options.maxRetries ?? 2,
      time: options.time,
    });
    this.#transport = transport;
    this.jobs = new Jobs(transport);
    this.tools = new Tools(transport);
    this.files = new Files(transport);
    this.projects = new Projects(transport);
    this.workflows = new Workflows(transport);
    this.runs = new Runs(transport);
  }

  get baseUrl(): string {
    return this.#transport.baseUrl;
  }

  /** The key, its workspace, credits and limits. */
  async account(): Promise<Account> {
    return (await this.#transport.request<Account>('GET', '/account')).body;
  }

  /** Any other request; `path` is relative to `/api/v1`. */
  request<Body = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.#transport.request<Body>(method, path, options);
  }

  /** Never shows the key. */
  toJSON(): { baseUrl: string; apiKey: string | undefined } {
    return { baseUrl: this.baseUrl, apiKey: this.#transport.keyPrefix };
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Rotamer { baseUrl: '${this.baseUrl}', apiKey: '${this.#transport.keyPrefix ?? ''}' }`;
  }
}

/** Without the slashes at its end, and without an API version. */
function readBaseUrl(text: string): string {
  const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : undefined);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RotamerError(`The base URL must begin with http:// or https://, not ${JSON.stringify(text)}.`);
  }
  return text.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** Browsers have no environment. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
