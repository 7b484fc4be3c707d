import { Status } from 'nice-grpc-common';

interface ErrorKind {
  http: number;
  grpc: Status;
  /** What the caller can do about the error, unless the fault has a more specific text. */
  resolution: string;
}

const kind = (http: number, grpc: Status, resolution: string): ErrorKind => ({ http, grpc, resolution });

/** Every public error with its HTTP status, its gRPC status, and how to resolve it. */
export const errorTable = {
  invalid_json: kind(400, Status.INVALID_ARGUMENT, 'Send a body that is valid JSON.'),
  validation_error: kind(
    400,
    Status.INVALID_ARGUMENT,
    'Correct the fields named in the message and send the request again.',
  ),
  authorization_pending: kind(400, Status.FAILED_PRECONDITION, 'Ask again after `interval` seconds.'),
  slow_down: kind(400, Status.RESOURCE_EXHAUSTED, 'Wait 5 seconds longer between requests from now on.'),
  access_denied: kind(400, Status.PERMISSION_DENIED, 'Begin again if this was a mistake.'),
  expired_token: kind(400, Status.FAILED_PRECONDITION, 'Begin again, and confirm the code within 10 minutes.'),
  unauthorized: kind(401, Status.UNAUTHENTICATED, 'Send a valid API key: Authorization: Bearer <API_KEY>.'),
  insufficient_credits: kind(
    402,
    Status.FAILED_PRECONDITION,
    'Add credits to the workspace or reduce the cost of the job.',
  ),
  budget_exceeded: kind(
    402,
    Status.FAILED_PRECONDITION,
    'Wait until the budget’s next period, or ask an admin of the workspace to raise the budget.',
  ),
  paid_plan_required: kind(402, Status.FAILED_PRECONDITION, 'Upgrade the workspace to a paid plan.'),
  daily_limit_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Wait until the next day (UTC) or raise the limit.'),
  concurrent_job_limit_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Wait until an active job has finished.'),
  storage_quota_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Delete files or raise the storage quota.'),
  forbidden: kind(403, Status.PERMISSION_DENIED, 'Use a key with the required scope and role.'),
  not_found: kind(404, Status.NOT_FOUND, 'Check the id and the workspace of the API key.'),
  method_not_allowed: kind(405, Status.UNIMPLEMENTED, 'Use one of the methods in the Allow header.'),
  request_timeout: kind(408, Status.DEADLINE_EXCEEDED, 'Send the request again.'),
  conflict: kind(409, Status.FAILED_PRECONDITION, 'Fetch the current state of the resource before trying again.'),
  price_changed: kind(409, Status.FAILED_PRECONDITION, 'Request a new quote and accept its price.'),
  job_not_completed: kind(
    409,
    Status.FAILED_PRECONDITION,
    'Retry after the number of seconds in the Retry-After header.',
  ),
  resync_required: kind(
    410,
    Status.FAILED_PRECONDITION,
    'Read the present state of the resources that you follow, then go on after the cursor in `details.cursor`.',
  ),
  payload_too_large: kind(413, Status.INVALID_ARGUMENT, 'Send a smaller body, or upload the content as a file.'),
  unsupported_media_type: kind(
    415,
    Status.INVALID_ARGUMENT,
    'Use a content type that is documented for this endpoint.',
  ),
  range_not_satisfiable: kind(416, Status.OUT_OF_RANGE, 'Ask for a range below the size in the Content-Range header.'),
  rate_limited: kind(429, Status.RESOURCE_EXHAUSTED, 'Retry after the number of seconds in the Retry-After header.'),
  internal_error: kind(500, Status.INTERNAL, 'Try again. If the problem persists, report the X-Request-Id.'),
  service_unavailable: kind(503, Status.UNAVAILABLE, 'Retry after the number of seconds in the Retry-After header.'),
} as const;

export type ErrorCode = keyof typeof errorTable;
