import { isAbortError } from 'abort-controller-x';
import { type ErrorCode, errorTable } from './errorTable.ts';
import { isTransientError } from './transientErrors.ts';

/** One thing wrong with a request: `path` as the caller wrote it, e.g. `input.inputs[0].slotId`. */
export interface Problem {
  path: string;
  message: string;
}

export interface FaultOptions {
  /** How the caller gets out of it; the error table's sentence by default. */
  resolution?: string;
  /** Structure for machines; becomes `error.details`. */
  details?: Record<string, unknown>;
  /** Whole seconds; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  /** For the log only, never for the caller. */
  cause?: unknown;
}

/**
 * The one error type, with two voices: `message` is a public sentence for the caller, `cause` is for the log.
 * It crosses gRPC whole. Anything else that is thrown becomes `internal_error` with a fixed text.
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
 * The fault for anything caught: itself, `service_unavailable` for a neighbour that is away, or `internal_error` that hides
 * it from the caller and keeps it for the log.
 */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (isTransientError(error)) return dependencyUnavailable(error);
  return new Fault('internal_error', 'Something went wrong on our side.', { cause: error });
}

/** Whether an error leaves open what became of the work: a neighbour is away or slow, or nobody waits any more. */
export function isUnavailable(error: unknown): boolean {
  return isAbortError(error) || toFault(error).code === 'service_unavailable';
}

/** A neighbour does not answer, and may again soon. */
export function dependencyUnavailable(cause: unknown): Fault {
  return new Fault('service_unavailable', 'A part of the service is not answering.', { retryAfterSeconds: 2, cause });
}

/** The most problems that one refusal tells: enough to correct a request by; a hostile body gets no longer answer. */
export const MAX_PROBLEMS = 20;

/**
 * What is wrong with a request: the first problems whole, and how many more there are. The message names the first path.
 * `total`: where the caller knows of more problems than it hands over.
 */
export function validationFault(problems: Problem[], total = problems.length): Fault {
  const [first] = problems;
  if (!first) throw new Error('validationFault needs at least one problem');
  const errors = problems.slice(0, MAX_PROBLEMS);
  const more = total > errors.length ? { more: total - errors.length } : undefined;
  const others = total > 1 ? ` (and ${total - 1} more)` : '';
  return new Fault('validation_error', `${first.path}: ${first.message}${others}`, { details: { errors, ...more } });
}

/** The one answer for an id that is unknown, foreign or deleted: it says nothing about which. */
export function notFound(what: string): Fault {
  return new Fault('not_found', `No such ${what}.`);
}
