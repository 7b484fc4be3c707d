import type { Job } from './job.ts';

/** Every column that makes a Job, as `select` names them. */
export const JOB_COLUMNS = `id, workspace_id, project_id, status, version, tool, tool_version, name, created_by, parent_ref,
  wall_limit_ms, attempt, failures, next_attempt_at, status_since, runner_id, claimed_at, started_at, completed_at,
  progress, runtime_ms, error, manifest_key, manifest_sha256, manifest_size, mode, hold_id, reserved_mc,
  first_reserved_mc, cap_mc, rate_mc_per_minute, charge_mc, final_mc, billable_runtime_ms, outcome, finalized_at,
  traceparent`;

/** A row of those columns; null where a Job has undefined. */
// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
export function toJob(row: any): Job {
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
    wallLimitMs: row.wall_limit_ms,
    attempt: row.attempt,
    failures: row.failures,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    statusSince: row.status_since,
    runnerId: row.runner_id ?? undefined,
    claimedAt: row.claimed_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    progress: row.progress ?? undefined,
    runtimeMs: row.runtime_ms ?? undefined,
    error: row.error ?? undefined,
    manifest: row.manifest_key
      ? { key: row.manifest_key, sha256: row.manifest_sha256, size: row.manifest_size }
      : undefined,
    money: row.mode ? toMoney(row) : undefined,
    traceparent: row.traceparent,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: see toJob
function toMoney(row: any): Job['money'] {
  return {
    mode: row.mode,
    holdId: row.hold_id,
    reserved: row.reserved_mc,
    firstReserved: row.first_reserved_mc,
    cap: row.cap_mc ?? undefined,
    ratePerMinute: row.rate_mc_per_minute ?? undefined,
    charge: row.charge_mc ?? undefined,
    billableRuntimeMs: row.billable_runtime_ms ?? undefined,
    final: row.final_mc ?? undefined,
    outcome: row.outcome ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
  };
}
