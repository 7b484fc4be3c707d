import type { Project as PublicProject } from '@rotamer/proto/projects/v1/project.ts';
import type { Project } from './project.ts';

/** Returns a project in the form that other services receive. */
export function presentProject({ closed: _, ...project }: Project): PublicProject {
  return project;
}
