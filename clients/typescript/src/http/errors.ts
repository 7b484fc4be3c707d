/** The base class of all errors that this library throws on purpose. */
export class RotamerError extends Error {
  override name = this.constructor.name;
}

/** No response: the network failed, or nothing arrived in time. The cause is the error of fetch. */
export class ConnectionError extends RotamerError {}

/** An incomplete response, or one not from the API: a redirect, a login page, an empty body, JSON of another shape. */
export class UnexpectedAnswerError extends RotamerError {}

/** The time limit of a wait has passed. The job continues; `jobId` finds it again. */
export class WaitTimeoutError extends RotamerError {
  readonly jobId: string;

  constructor(jobId: string, seconds: number) {
    super(`Job ${jobId} has not ended after ${seconds} s; it is still running.`);
    this.jobId = jobId;
  }
}

/** Events are missing: they are kept no more. Read the present state of what you follow, then go on after `cursor`. */
export class ResyncRequiredError extends RotamerError {
  readonly cursor: string;

  constructor(cursor: string) {
    super('Events are missing: they are kept no more. Read the present state, then go on after the cursor.');
    this.cursor = cursor;
  }
}

/** Downloaded bytes do not have the SHA-256 that the result names. */
export class ChecksumError extends RotamerError {}

/** The contents of an error response. */
export interface ErrorAnswer {
  /** HTTP status. */
  status: number;
  code: string;
  message: string;
  resolution?: string;
  details?: unknown;
  requestId?: string;
  /** Seconds to wait before the next request. */
  retryAfter?: number;
}

/** The API refused a request. Each kind of error has its own class; this class is for all other codes. */
export class ApiError extends RotamerError {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  /** How to resolve the error. */
  readonly resolution?: string;
  /** Structured details, depending on the code. */
  readonly details?: unknown;
  /** Identifies the request in the logs of the service. */
  readonly requestId?: string;
  /** Seconds to wait before the next request. */
  readonly retryAfter?: number;

  constructor(
    { status, code, message, resolution, details, requestId, retryAfter }: ErrorAnswer,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.resolution = resolution;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The request is invalid. */
export class ValidationError extends ApiError {
  /** Every problem, with the path of the field. */
  get problems(): { path: string; message: string }[] {
    return (this.details as { errors?: { path: string; message: string }[] } | undefined)?.errors ?? [];
  }
}

/** The key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** The key lacks a scope, or its user a role. */
export class PermissionDeniedError extends ApiError {}
export class PaidPlanRequiredError extends ApiError {}
export class InsufficientCreditsError extends ApiError {}
/** A budget has not so much left; `details.budget` names it. Nothing was charged. */
export class BudgetExceededError extends ApiError {}
export class DailyLimitError extends ApiError {}
/** The workspace has reached its limit of active jobs. */
export class ConcurrencyLimitError extends ApiError {}
export class StorageQuotaError extends ApiError {}
export class NotFoundError extends ApiError {}
/** The resource is in a state that does not allow this. */
export class ConflictError extends ApiError {}
/** The price is higher than `max_quoted_credits`; nothing was charged. */
export class PriceChangedError extends ApiError {}
/** The job has no results yet. */
export class NotCompletedError extends ApiError {}
export class RateLimitError extends ApiError {}
/** An internal error of the service. */
export class ServerError extends ApiError {}
/** The service is overloaded or being restarted. */
export class UnavailableError extends ApiError {}

const classes: Record<string, typeof ApiError> = {
  invalid_json: ValidationError,
  validation_error: ValidationError,
  payload_too_large: ValidationError,
  unsupported_media_type: ValidationError,
  range_not_satisfiable: ValidationError,
  unauthorized: AuthenticationError,
  forbidden: PermissionDeniedError,
  paid_plan_required: PaidPlanRequiredError,
  insufficient_credits: InsufficientCreditsError,
  budget_exceeded: BudgetExceededError,
  daily_limit_exceeded: DailyLimitError,
  concurrent_job_limit_exceeded: ConcurrencyLimitError,
  storage_quota_exceeded: StorageQuotaError,
  not_found: NotFoundError,
  conflict: ConflictError,
  price_changed: PriceChangedError,
  job_not_completed: NotCompletedError,
  rate_limited: RateLimitError,
  internal_error: ServerError,
  service_unavailable: UnavailableError,
};

/** Returns the error for a response: by its code, else by its status. A 404 of a proxy says nothing about a resource. */
export function apiError(answer: ErrorAnswer): ApiError {
  return new (Object.hasOwn(classes, answer.code) ? classes[answer.code]! : classOfStatus(answer.status))(answer);
}

function classOfStatus(status: number): typeof ApiError {
  if (status === 401) return AuthenticationError;
  if (status === 403) return PermissionDeniedError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : ApiError;
}
