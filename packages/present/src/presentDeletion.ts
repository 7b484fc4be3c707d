import type { PublicProjectDeletion } from '@rotamer/api/schemas/projectDeletion.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import { DeletionStatus, type ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';

/** The deletion of the public API. After its completion it has no project id, because the project no longer exists. */
export function presentDeletion(deletion: ProjectDeletion): PublicProjectDeletion {
  return {
    id: deletion.id,
    object: 'project_deletion',
    project_id: deletion.status === DeletionStatus.COMPLETED ? null : deletion.projectId,
    project_name: deletion.projectName,
    mode: enumWord('DELETION_MODE', deletion.mode),
    target_project_id: deletion.targetProjectId ?? null,
    status: enumWord('DELETION_STATUS', deletion.status),
    error: deletion.error ?? null,
    attempt_count: deletion.attemptCount,
    next_attempt_at: deletion.nextAttemptAt?.toISOString() ?? null,
    retryable: deletion.retryable,
    created_at: deletion.createdAt!.toISOString(),
    started_at: deletion.startedAt?.toISOString() ?? null,
    completed_at: deletion.completedAt?.toISOString() ?? null,
    updated_at: deletion.updatedAt!.toISOString(),
  };
}
