import { ApiError, ChecksumError, WaitTimeoutError } from '@rotamer/client';

/** An invalid use of the command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The exit codes of the command line; README.md lists them for scripts. */
export const exit = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  access: 3,
  notFound: 4,
  validation: 5,
  limit: 6,
  timeout: 7,
  money: 8,
  failed: 9,
  paused: 10,
  checksum: 11,
  interrupted: 130,
} as const;

const byCode: Record<string, number> = {
  unauthorized: exit.access,
  forbidden: exit.access,
  access_denied: exit.access,
  expired_token: exit.access,
  not_found: exit.notFound,
  invalid_json: exit.validation,
  validation_error: exit.validation,
  payload_too_large: exit.validation,
  unsupported_media_type: exit.validation,
  range_not_satisfiable: exit.validation,
  resync_required: exit.notFound,
  rate_limited: exit.limit,
  daily_limit_exceeded: exit.limit,
  concurrent_job_limit_exceeded: exit.limit,
  storage_quota_exceeded: exit.limit,
  insufficient_credits: exit.money,
  budget_exceeded: exit.money,
  paid_plan_required: exit.money,
  price_changed: exit.money,
  job_not_completed: exit.timeout,
};

/** Returns the exit code for an error code of the API, also for one that only blocks a quote. */
export function exitCodeOfCode(code: string): number {
  return Object.hasOwn(byCode, code) ? byCode[code]! : exit.unexpected;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ApiError) return exitCodeOfCode(error.code);
  const { exitCode } = error as { exitCode?: number };
  if (typeof exitCode === 'number') return exitCode;
  if (error instanceof UsageError) return exit.usage;
  if (error instanceof WaitTimeoutError) return exit.timeout;
  if (error instanceof ChecksumError) return exit.checksum;
  return exit.unexpected;
}

/** Returns the exit code for the final status of a job. */
export function exitCodeOfStatus(status: string): number {
  if (status === 'COMPLETED' || status === 'COMPLETED_WITH_ERRORS') return exit.ok;
  if (status === 'BUDGET_EXCEEDED') return exit.money;
  if (status === 'PAUSED') return exit.paused;
  if (status === 'FAILED' || status === 'TIMEOUT' || status === 'CANCELLED') return exit.failed;
  return exit.ok;
}
