import { RotamerError } from './http/errors.ts';
import { checkKey } from './http/key.ts';
import type { Time } from './http/time.ts';
import { type Answer, type CallOptions, type RequestOptions, type Retry, Transport } from './http/transport.ts';
import { ApiKeys } from './resources/apiKeys.ts';
import { Batches } from './resources/batches.ts';
import { Budgets } from './resources/budgets.ts';
import { Datasets } from './resources/datasets.ts';
import { Events } from './resources/events.ts';
import { Files } from './resources/files.ts';
import { Jobs } from './resources/jobs.ts';
import { type MapInput, type MapOptions, type MapResult, mapInputs } from './resources/map.ts';
import { Members } from './resources/members.ts';
import { Notices } from './resources/notices.ts';
import { Projects } from './resources/projects.ts';
import { Audit, Ledger, UsageReport } from './resources/reports.ts';
import { Runs } from './resources/runs.ts';
import { Session } from './resources/session.ts';
import { Tools } from './resources/tools.ts';
import { Webhooks } from './resources/webhooks.ts';
import { Workflows } from './resources/workflows.ts';
import { WorkspaceOfKey } from './resources/workspaceOfKey.ts';
import type { Account } from './types.ts';

export interface RotamerOptions {
  /** Default: `ROTAMER_API_KEY`. White space around it is removed. */
  apiKey?: string;
  /** Default: `ROTAMER_BASE_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string;
  /** Time limit for one attempt of a request, in milliseconds; default 60,000. */
  timeoutMs?: number;
  /** Milliseconds since the first failure during which a request is sent again; default 60,000, and 0 means never. */
  retryForMs?: number;
  /** Ends every call of this client, which then rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Called before the wait for each further attempt. */
  onRetry?: (retry: Retry) => void;
  /** A replacement of fetch, for proxies and tests. */
  fetch?: typeof fetch;
  /** A replacement of the clock, for tests. */
  time?: Time;
}

/** A client of one Rotamer service, with one API key. */
export class Rotamer {
  readonly jobs: Jobs;
  readonly events: Events;
  readonly batches: Batches;
  readonly tools: Tools;
  readonly datasets: Datasets;
  readonly files: Files;
  readonly projects: Projects;
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly workspace: WorkspaceOfKey;
  readonly members: Members;
  readonly session: Session;
  readonly apiKeys: ApiKeys;
  readonly budgets: Budgets;
  readonly notices: Notices;
  readonly usage: UsageReport;
  readonly ledger: Ledger;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: RotamerOptions = {}) {
    const transport = new Transport({
      apiKey: readKey(options.apiKey),
      baseUrl: readBaseUrl(options.baseUrl ?? environment('ROTAMER_BASE_URL') ?? 'http://127.0.0.1:8080'),
      fetch: options.fetch ?? ((...args) => fetch(...args)),
      timeoutMs: options.timeoutMs ?? 60_000,
      retryForMs: options.retryForMs ?? 60_000,
      signal: options.signal,
      onRetry: options.onRetry,
      time: options.time,
    });
    this.#transport = transport;
    this.jobs = new Jobs(transport);
    this.events = new Events(transport);
    this.batches = new Batches(transport);
    this.tools = new Tools(transport);
    this.datasets = new Datasets(transport);
    this.files = new Files(transport);
    this.projects = new Projects(transport);
    this.workflows = new Workflows(transport);
    this.runs = new Runs(transport);
    this.workspace = new WorkspaceOfKey(transport);
    this.members = new Members(transport);
    this.session = new Session(transport);
    this.apiKeys = new ApiKeys(transport);
    this.budgets = new Budgets(transport);
    this.notices = new Notices(transport);
    this.usage = new UsageReport(transport);
    this.ledger = new Ledger(transport);
    this.audit = new Audit(transport);
    this.webhooks = new Webhooks(transport);
  }

  get baseUrl(): string {
    return this.#transport.baseUrl;
  }

  /** Returns the key, its workspace, credits and limits. */
  async account(options: CallOptions = {}): Promise<Account> {
    return (await this.#transport.request<Account>('GET', '/account', { ...options, object: 'account' })).body;
  }

  /** Runs a tool on each input as one batch. Returns the results in the order of the inputs; one that failed has an error. */
  map(
    tool: string,
    inputs: readonly MapInput[],
    settings?: Record<string, unknown>,
    options: MapOptions = {},
  ): Promise<MapResult[]> {
    return mapInputs(this, tool, inputs, settings, options);
  }

  /** Sends any other request; `path` is relative to `/api/v1`. */
  request<Body = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.#transport.request<Body>(method, path, options);
  }

  /** Returns the client's settings without the key. */
  toJSON(): { baseUrl: string; apiKey: string | undefined } {
    return { baseUrl: this.baseUrl, apiKey: this.#transport.keyPrefix };
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Rotamer { baseUrl: '${this.baseUrl}', apiKey: '${this.#transport.keyPrefix ?? ''}' }`;
  }
}

function readKey(given: string | undefined): string | undefined {
  if (given !== undefined) return checkKey(given, 'apiKey');
  const key = environment('ROTAMER_API_KEY');
  return key === undefined ? undefined : checkKey(key, 'ROTAMER_API_KEY');
}

/** Returns a variable of the environment. Browsers have none. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}

/**
 * Returns a base URL without slashes at its end and without the API version.
 *
 * @throws RotamerError for anything but an HTTP address, and for an address with a password, a query or a fragment
 */
export function readBaseUrl(given: string): string {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RotamerError(`The base URL must begin with http:// or https://, not ${JSON.stringify(text)}.`);
  }
  if (url.username || url.password) {
    throw new RotamerError(`The base URL ${url.origin} must not hold a user name or a password.`);
  }
  if (/[?#]/.test(text)) throw new RotamerError(`The base URL ${url.origin}${url.pathname} must not hold ? or #.`);
  return text.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
