import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { CountedProject, ProjectCounts } from '@rotamer/proto/projects/v1/projects.ts';
import type { Context } from '../members.ts';
import { countFieldOf, noCounts } from '../resources.ts';
import { presentProject } from './presentProject.ts';
import type { Project } from './project.ts';

/** Returns at most 100 projects of one workspace, each with its counts. Calls each context once, all concurrently. */
export async function countMembers(
  contexts: readonly Context[],
  projects: Project[],
  scope: CallScope,
): Promise<CountedProject[]> {
  const [first] = projects;
  if (!first) return [];
  const request = { workspaceId: first.workspaceId, projectIds: projects.map(({ id }) => id) };
  const answers = await Promise.all(contexts.map(({ members }) => members.countMembers(request, scope)));
  const counts = new Map<string, ProjectCounts>(projects.map(({ id }) => [id, noCounts()]));
  for (const { projectId, type, count } of answers.flatMap((answer) => answer.counts)) {
    const field = countFieldOf(type);
    const ofProject = counts.get(projectId);
    if (field && ofProject) ofProject[field] = count;
  }
  return projects.map((project) => ({ project: presentProject(project), counts: counts.get(project.id) }));
}
