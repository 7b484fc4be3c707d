import type { PublicProject, PublicProjectCounts } from '@rotamer/api/schemas/project.ts';
import type { CountedProject, ProjectCounts } from '@rotamer/proto/projects/v1/projects.ts';

/** The project of the public API. */
export function presentProject({ project, counts }: CountedProject): PublicProject {
  const { id, name, description, createdAt, updatedAt } = project!;
  return {
    id,
    object: 'project',
    name,
    description: description ?? null,
    counts: presentCounts(counts!),
    created_at: createdAt!.toISOString(),
    updated_at: updatedAt!.toISOString(),
  };
}

export function presentCounts(counts: ProjectCounts): PublicProjectCounts {
  return {
    jobs: counts.jobs,
    files: counts.files,
    workflows: counts.workflows,
    workflow_runs: counts.workflowRuns,
    studio_sessions: counts.studioSessions,
    ai_conversations: counts.aiConversations,
  };
}
