import type { PublicEventProject } from '@rotamer/api/schemas/event.ts';
import type { Project } from '@rotamer/proto/projects/v1/project.ts';

/** The project of a public event: without the counts of its members. */
export function presentEventProject({ id, name, description, createdAt, updatedAt }: Project): PublicEventProject {
  return {
    id,
    object: 'project',
    name,
    description: description ?? null,
    created_at: createdAt!.toISOString(),
    updated_at: updatedAt!.toISOString(),
  };
}
