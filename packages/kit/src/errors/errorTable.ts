import { Status } from 'nice-grpc-common';

interface ErrorKind {
  http: number;
  grpc: Status;
  /** What a caller can do about it, unless the error says something better. */
  resolution: string;
}

const kind = (http: number, grpc: Status, resolution: string): ErrorKind => ({ http, grpc, resolution });

/** Every error a caller can meet: its HTTP status, its gRPC status, and the way out. */
export const errorTable = {
  invalid_json: kind(400, Status.INVALID_ARGUMENT, 'Send a body that is valid JSON.'),
  validation_error: kind(400, Status.INVALID_ARGUMENT, 'Correct the fields named in the message and send it again.'),
  unauthorized: kind(401, Status.UNAUTHENTICATED, 'Send a valid API key: Authorization: Bearer <API_KEY>.'),
  insufficient_credits: kind(402, Status.FAILED_PRECONDITION, 'Add credits to the workspace or lower the cost.'),
  paid_plan_required: kind(402, Status.FAILED_PRECONDITION, 'Move the workspace to a paid plan.'),
  daily_limit_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Wait until the next day (UTC) or raise the limit.'),
  concurrent_job_limit_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Wait until an active job has ended.'),
  storage_quota_exceeded: kind(402, Status.RESOURCE_EXHAUSTED, 'Delete files or raise the storage quota.'),
  forbidden: kind(403, Status.PERMISSION_DENIED, 'Use a key with the required scope and role.'),
  not_found: kind(404, Status.NOT_FOUND, 'Check the id and the workspace of the API key.'),
  method_not_allowed: kind(405, Status.UNIMPLEMENTED, 'Use one of the methods in the Allow header.'),
  conflict: kind(409, Status.FAILED_PRECONDITION, 'Read the current state and decide again.'),
  price_changed: kind(409, Status.FAILED_PRECONDITION, 'Ask for a new quote and accept its price.'),
  job_not_completed: kind(409, Status.FAILED_PRECONDITION, 'Wait as long as Retry-After says and try again.'),
  payload_too_large: kind(413, Status.INVALID_ARGUMENT, 'Send a smaller body, or upload the content as a file.'),
  unsupported_media_type: kind(415, Status.INVALID_ARGUMENT, 'Send the content type that the route documents.'),
  rate_limited: kind(429, Status.RESOURCE_EXHAUSTED, 'Wait as long as Retry-After says and try again.'),
  internal_error: kind(500, Status.INTERNAL, 'Try again; report the X-Request-Id if it persists.'),
  service_unavailable: kind(503, Status.UNAVAILABLE, 'Wait as long as Retry-After says and try again.'),
} as const;

export type ErrorCode = keyof typeof errorTable;
