import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import type { JobRequestBody } from '@rotamer/api/schemas/jobRequest.ts';
import type { PublicResult } from '@rotamer/api/schemas/jobResult.ts';
import { ApiError, type Problem } from './apiError.ts';
import { linesOf } from './lines.ts';

export type ResultFile = PublicResult['files'][number];

/** What the protocols need to know of a result. */
export interface ResultSummary {
  /** The first 200 files, which are all files of the tools that the protocols use. */
  files: ResultFile[];
  /** The output ports that have structured items, among the first 1,000 items. */
  rowPorts: string[];
}

/** Who sends a request, as the gateway should see it. */
export interface Caller {
  /** The API key; undefined without one. */
  key: string | undefined;
  /** The address of the client, by which the gateway limits requests without a valid key. */
  address: string;
}

/** The requests of the public API that the protocols need, made with the key of one caller. */
export interface Api {
  /** Submits a job. Repeating it with the same idempotency key returns the same job. */
  submit(body: JobRequestBody, idempotencyKey: string): Promise<PublicJob>;
  job(jobId: string): Promise<PublicJob>;
  /** Waits until a job has ended, at most this long. Returns early when its event stream breaks. */
  waitForEnd(jobId: string, atMostMs: number, signal: AbortSignal): Promise<void>;
  result(jobId: string): Promise<ResultSummary>;
  /** Opens one file of a result. Its body ends when `signal` is aborted. */
  open(jobId: string, file: ResultFile, signal?: AbortSignal): Promise<Response>;
  /** Ends a job that has not ended yet. */
  stop(jobId: string): Promise<void>;
  /** Returns the ids of all datasets that the caller may search. */
  datasets(): Promise<string[]>;
}

export interface GatewaySettings {
  /** Base URL of the gateway. */
  url: string;
  /** The highest accepted price of a job, in credits; 0 means no limit. */
  maxJobCredits: number;
  /** Whether requests name the address of the client. */
  forwardAddresses?: boolean;
  fetch?: typeof fetch;
}

/** Time limit until the headers of a response have arrived, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Returns the API as a caller may use it. All requests go to the gateway's URL, and redirects are refused. */
export function openGateway({
  url,
  maxJobCredits,
  forwardAddresses = false,
  fetch: send = fetch,
}: GatewaySettings): (caller: Caller) => Api {
  const base = `${url.replace(/\/+$/, '')}/api/v1`;
  return ({ key, address }) => {
    async function request(method: string, path: string, { body, headers, signal }: Sending = {}): Promise<Response> {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
      const response = await send(`${base}${path}`, {
        method,
        redirect: 'error',
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(forwardAddresses && { 'x-forwarded-for': address }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      })
        .catch((cause: unknown) => {
          throw new ApiError(
            { status: 503, code: 'service_unavailable', message: 'Rotamer is unavailable.' },
            { cause },
          );
        })
        .finally(() => clearTimeout(timer));
      if (!response.ok) throw await readError(response);
      return response;
    }
    const get = async <Body>(path: string) => (await (await request('GET', path)).json()) as Body;

    return {
      async submit(job, idempotencyKey) {
        const body = { ...job, ...(maxJobCredits > 0 && { max_quoted_credits: maxJobCredits }) };
        const headers = { 'idempotency-key': idempotencyKey };
        return (await (await request('POST', '/jobs', { body, headers })).json()) as PublicJob;
      },
      job: (jobId) => get(`/jobs/${encodeURIComponent(jobId)}`),
      async waitForEnd(jobId, atMostMs, given) {
        const signal = AbortSignal.any([given, AbortSignal.timeout(atMostMs)]);
        try {
          const { body } = await request('GET', `/jobs/${encodeURIComponent(jobId)}/events`, { signal });
          for await (const line of linesOf(body!)) if (line === 'event: terminal') return;
        } catch {
          // The caller reads the job again, which reports what is wrong.
        }
      },
      async result(jobId) {
        const { files, results } = await get<PublicResult>(`/results/${encodeURIComponent(jobId)}`);
        return { files, rowPorts: [...new Set(results.map(({ output_port_id }) => output_port_id))] };
      },
      open: (jobId, file, signal) =>
        request('GET', `/results/${encodeURIComponent(jobId)}/items/${encodeURIComponent(file.key)}`, { signal }),
      async stop(jobId) {
        await request('POST', `/jobs/${encodeURIComponent(jobId)}/stop`);
      },
      async datasets() {
        const { data } = await get<{ data: { id: string }[] }>('/datasets');
        return data.map(({ id }) => id);
      },
    };
  };
}

interface Sending {
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterSeconds = seconds > 0 ? seconds : undefined;
  const { error } = (await response.json().catch(() => ({}))) as { error?: ErrorBody };
  if (!error)
    return new ApiError({ status, code: `http_${status}`, message: 'Rotamer is unavailable.', retryAfterSeconds });
  const { code, message, resolution, details } = error;
  // The problems of a request are named; for other errors the resolution says how to go on.
  const text = details?.errors ? message : [message, resolution].filter(Boolean).join(' ');
  return new ApiError({ status, code, message: text, problems: details?.errors, retryAfterSeconds });
}

interface ErrorBody {
  code: string;
  message: string;
  resolution?: string;
  details?: { errors?: Problem[] };
}
