import { isAbortError } from 'abort-controller-x';
import { type ErrorCode, errorTable } from './errorTable.ts';
import { isSlowStatement, isTransientError } from './transientErrors.ts';

/** One thing wrong with a request: `path` as the caller wrote it, e.g. `input.inputs[0].slotId`. */
export interface Problem {
  path: string;
  message: string;
}

export interface FaultOptions {
  /** What the caller can do about it; the error table's text by default. */
  resolution?: string;
  /** Structure for machines; becomes `error.details`. */
  details?: Record<string, unknown>;
  /** Whole seconds; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  /** For the log only, never for the caller. */
  cause?: unknown;
}

/**
 * The one error type: `message` is public, for the caller; `cause` is for the log only. It crosses gRPC whole. Anything
 * else that is thrown becomes `internal_error` with a fixed text.
 */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: ErrorCode;
  readonly resolution: string;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.resolution = options.resolution ?? errorTable[code].resolution;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/**
 * The fault for anything caught: itself, `service_unavailable` for an unavailable dependency, or `internal_error`,
 * which hides it from the caller and keeps it for the log.
 */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (isTransientError(error)) return dependencyUnavailable(error);
  if (isSlowStatement(error)) return tooSlow(error);
  return new Fault('internal_error', 'An internal error occurred.', { cause: error });
}

/** Whether an error leaves the outcome open: a dependency is unavailable or slow, or the call was aborted. */
export function isUnavailable(error: unknown): boolean {
  return isAbortError(error) || isDependencyUnavailable(error);
}

/** Whether an error only means that a dependency is unavailable, a called service included. */
export function isDependencyUnavailable(error: unknown): boolean {
  return toFault(error).code === 'service_unavailable';
}

/**
 * Whether an error means that a dependency cannot be reached now. What is too slow is none: tries of it are to be counted.
 */
export function isOutage(error: unknown): boolean {
  return isDependencyUnavailable(error) && !isTooSlow(error);
}

/** Whether a statement or a call was ended because it took too long: who ended it lives, and it may take as long for ever. */
export function isTooSlow(error: unknown): boolean {
  const { code, message } = toFault(error);
  return code === 'service_unavailable' && message === NOT_IN_TIME;
}

const NOT_IN_TIME = 'The service did not respond in time.';

/** Ended by the database, or by the called service, because it took too long. */
export function tooSlow(cause?: unknown): Fault {
  return new Fault('service_unavailable', NOT_IN_TIME, { retryAfterSeconds: 2, cause });
}

/** A dependency does not respond, and may soon. */
export function dependencyUnavailable(cause: unknown): Fault {
  return new Fault('service_unavailable', 'The service is temporarily unavailable.', { retryAfterSeconds: 2, cause });
}

/** Most problems reported by one error: enough to correct a request; a malicious body gets no longer response. */
export const MAX_PROBLEMS = 20;

/**
 * What is wrong with a request: the first problems, and how many more there are. The message names the first path.
 * `total`: for callers that know of more problems than they pass.
 */
export function validationFault(problems: Problem[], total = problems.length): Fault {
  const [first] = problems;
  if (!first) throw new Error('validationFault needs at least one problem');
  const errors = problems.slice(0, MAX_PROBLEMS);
  const more = total > errors.length ? { more: total - errors.length } : undefined;
  const others = total > 1 ? ` (and ${total - 1} more)` : '';
  return new Fault('validation_error', `${first.path}: ${first.message}${others}`, { details: { errors, ...more } });
}

/** The one error for an id that is unknown, deleted or of another workspace: it does not reveal which. */
export function notFound(what: string): Fault {
  return new Fault('not_found', `No such ${what}.`);
}
