import type { Project as PublicProject } from '@rotamer/proto/projects/v1/project.ts';
import type { Project } from './project.ts';

/** A project as other services get it. */
export function presentProject({ closed: _, ...project }: Project): PublicProject {
  return project;
}
