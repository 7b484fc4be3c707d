/** One field that the API refused. `path` is that of the API's body, such as `input.inputs[0].content`. */
export interface Problem {
  path: string;
  message: string;
}

interface Refusal {
  status: number;
  code: string;
  message: string;
  problems?: Problem[];
  retryAfterSeconds?: number;
}

/** The API refused a request, or did not respond. `code` is a code of the API, and `status` its HTTP status. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: Problem[];
  readonly retryAfterSeconds?: number;

  constructor({ status, code, message, problems = [], retryAfterSeconds }: Refusal, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.problems = problems;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Codes that mean: later, or after other jobs have ended, the same request succeeds. */
const LIMITS = ['rate_limited', 'concurrent_job_limit_exceeded', 'daily_limit_exceeded'];

/** Returns whether an error is a limit that the caller has reached. */
export function isLimit(error: unknown): error is ApiError {
  return error instanceof ApiError && LIMITS.includes(error.code);
}

/** Returns whether an error is an outage, which the same request survives later. */
export function isOutage(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 500;
}

/** Returns whether an error means that the key is missing, wrong or not allowed to do this. */
export function isAboutKey(error: unknown): error is ApiError {
  return error instanceof ApiError && [401, 403].includes(error.status);
}
