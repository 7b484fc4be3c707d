import type { Job, ShownJob } from './job.ts';

/** The columns that make a ShownJob, as `select` names them: most reads are polls, and what is not shown is a third. */
export const SHOWN_COLUMNS = `id, workspace_id, project_id, status, version, tool, tool_version, name, created_by,
  parent_ref, started_at, completed_at, progress, runtime_ms, error, manifest_key, manifest_sha256, manifest_size, mode,
  reserved_millicredits, rate_millicredits_per_minute, billable_runtime_ms, final_millicredits, outcome, finalized_at`;

/** Every column that makes a Job. */
export const JOB_COLUMNS = `${SHOWN_COLUMNS}, wall_limit_ms, attempt, failures, next_attempt_at, status_since,
  runner_id, claimed_at, hold_id, first_reserved_millicredits, cap_millicredits, charge_millicredits, traceparent`;

/** A row of SHOWN_COLUMNS; null where a job has undefined. */
// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
export function toShownJob(row: any): ShownJob {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    status: row.status,
    version: row.version,
    tool: row.tool,
    toolVersion: row.tool_version,
    name: row.name ?? undefined,
    createdBy: row.created_by,
    parentRef: row.parent_ref ?? undefined,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    progress: row.progress ?? undefined,
    runtimeMs: row.runtime_ms ?? undefined,
    error: row.error ?? undefined,
    manifest: row.manifest_key
      ? { key: row.manifest_key, sha256: row.manifest_sha256, size: row.manifest_size }
      : undefined,
    money: row.mode ? toShownMoney(row) : undefined,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: see toShownJob
function toShownMoney(row: any): NonNullable<ShownJob['money']> {
  return {
    mode: row.mode,
    reservedMillicredits: row.reserved_millicredits,
    rateMillicreditsPerMinute: row.rate_millicredits_per_minute ?? undefined,
    billableRuntimeMs: row.billable_runtime_ms ?? undefined,
    finalMillicredits: row.final_millicredits ?? undefined,
    outcome: row.outcome ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
  };
}

/** A row of JOB_COLUMNS. */
// biome-ignore lint/suspicious/noExplicitAny: see toShownJob
export function toJob(row: any): Job {
  const shown = toShownJob(row);
  return {
    ...shown,
    wallLimitMs: row.wall_limit_ms,
    attempt: row.attempt,
    failures: row.failures,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    statusSince: row.status_since,
    runnerId: row.runner_id ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
    money: shown.money && {
      ...shown.money,
      holdId: row.hold_id,
      firstReservedMillicredits: row.first_reserved_millicredits,
      capMillicredits: row.cap_millicredits ?? undefined,
      chargeMillicredits: row.charge_millicredits ?? undefined,
    },
    traceparent: row.traceparent,
  };
}
