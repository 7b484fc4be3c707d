import { isAbortError } from 'abort-controller-x';
import { type ErrorCode, errorTable } from './errorTable.ts';
import { isSlowStatement, isTransientError } from './transientErrors.ts';

/** One problem of a request. `path` is written as the caller knows it, e.g. `input.inputs[0].slotId`. */
export interface Problem {
  path: string;
  message: string;
}

export interface FaultOptions {
  /** What the caller can do about it; the error table's text by default. */
  resolution?: string;
  /** Structured data for programs; becomes `error.details`. */
  details?: Record<string, unknown>;
  /** Whole seconds; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  /** For the log only, never for the caller. */
  cause?: unknown;
}

/**
 * The only public error type. `message` is for the caller, `cause` only for the log. All public fields cross gRPC. Any
 * other thrown value becomes `internal_error` with a fixed text.
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
 * Returns the fault for any caught value: a fault itself, `service_unavailable` for an unavailable dependency, or
 * `internal_error`, which hides the value from the caller and keeps it for the log.
 */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (isTransientError(error)) return dependencyUnavailable(error);
  if (isSlowStatement(error)) return tooSlow(error);
  return new Fault('internal_error', 'An internal error occurred.', { cause: error });
}

/** Returns whether an error leaves the outcome open: a dependency is unavailable or slow, or the call was aborted. */
export function isUnavailable(error: unknown): boolean {
  return isAbortError(error) || isDependencyUnavailable(error);
}

/** Returns whether an error only means that a dependency, which may be another service, is unavailable. */
export function isDependencyUnavailable(error: unknown): boolean {
  return toFault(error).code === 'service_unavailable';
}

/**
 * Returns whether an error means that a dependency cannot be reached now. A timeout enforced by a running server is not an
 * outage: callers should limit the tries after it.
 */
export function isOutage(error: unknown): boolean {
  return isDependencyUnavailable(error) && !isTooSlow(error);
}

/** Returns whether a running server ended a statement or call because it took too long. Every further try may take as long. */
export function isTooSlow(error: unknown): boolean {
  const { code, message } = toFault(error);
  return code === 'service_unavailable' && message === NOT_IN_TIME;
}

const NOT_IN_TIME = 'The service did not respond in time.';

/** Returns the fault of a statement or call that the database or the called service ended because it took too long. */
export function tooSlow(cause?: unknown): Fault {
  return new Fault('service_unavailable', NOT_IN_TIME, { retryAfterSeconds: 2, cause });
}

/** Returns the fault of a dependency that does not respond now, but may respond soon. */
export function dependencyUnavailable(cause: unknown): Fault {
  return new Fault('service_unavailable', 'The service is temporarily unavailable.', { retryAfterSeconds: 2, cause });
}

/** Most problems reported by one error: enough to correct a request, and a limit on the response to a malicious body. */
export const MAX_PROBLEMS = 20;

/**
 * Returns the fault of an invalid request: the first problems, and how many more there are. The message names the first
 * path. Pass `total` when there are more problems than those in `problems`.
 */
export function validationFault(problems: Problem[], total = problems.length): Fault {
  const [first] = problems;
  if (!first) throw new Error('validationFault needs at least one problem');
  const errors = problems.slice(0, MAX_PROBLEMS);
  const more = total > errors.length ? { more: total - errors.length } : undefined;
  const others = total > 1 ? ` (and ${total - 1} more)` : '';
  return new Fault('validation_error', `${first.path}: ${first.message}${others}`, { details: { errors, ...more } });
}

/** Returns the fault for an id that is unknown, deleted or of another workspace. It does not reveal which. */
export function notFound(what: string): Fault {
  return new Fault('not_found', `No such ${what}.`);
}

/** Returns the fault of an idempotency key that was already used for a different request. */
export function keyReusedFault(): Fault {
  return new Fault('conflict', 'This idempotency key was already used for a different request.', {
    resolution: 'Send the same request again, or use a new idempotency key.',
    details: { reason: 'idempotency_key_reused' },
  });
}
