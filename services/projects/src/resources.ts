import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { ResourceGroup } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { ProjectCounts } from '@rotamer/proto/projects/v1/projects.ts';

const COUNT_FIELDS: Partial<Record<ResourceType, keyof ProjectCounts>> = {
  [ResourceType.JOB]: 'jobs',
  [ResourceType.FILE]: 'files',
  [ResourceType.WORKFLOW]: 'workflows',
  [ResourceType.WORKFLOW_RUN]: 'workflowRuns',
  [ResourceType.STUDIO_SESSION]: 'studioSessions',
  [ResourceType.AI_CONVERSATION]: 'aiConversations',
};

const MAX_GROUPS = 6;
const MAX_IDS = 500;

/** Returns the count field of a type; undefined for a type that does not exist. */
export function countFieldOf(type: ResourceType): keyof ProjectCounts | undefined {
  return COUNT_FIELDS[type];
}

export function noCounts(): ProjectCounts {
  return { jobs: 0, files: 0, workflows: 0, workflowRuns: 0, studioSessions: 0, aiConversations: 0 };
}

/**
 * Merges groups: one group per type, each id once.
 *
 * @throws validation_error for more groups or ids than an assignment may have
 */
export function gatherResources(groups: ResourceGroup[]): ResourceGroup[] {
  const problems = groups.length < 1 || groups.length > MAX_GROUPS ? [{ path: 'resources', message: SIZE }] : [];
  if (problems.length === 0) problems.push(...groups.flatMap(groupProblems));
  if (problems.length > 0) throw validationFault(problems);
  const byType = Map.groupBy(groups, ({ type }) => type);
  return [...byType].map(([type, some]) => ({ type, ids: [...new Set(some.flatMap(({ ids }) => ids))] }));
}

const SIZE = `must have 1 to ${MAX_GROUPS} items`;

function groupProblems({ type, ids }: ResourceGroup, i: number): Problem[] {
  const path = `resources[${i}]`;
  if (!countFieldOf(type)) return [{ path: `${path}.type`, message: 'is not a type of resource' }];
  if (ids.length < 1 || ids.length > MAX_IDS) {
    return [{ path: `${path}.ids`, message: `must have 1 to ${MAX_IDS} items` }];
  }
  return [];
}

/** Returns the number of resources of each type. */
export function countResources(groups: ResourceGroup[]): ProjectCounts {
  const counts = noCounts();
  for (const { type, ids } of groups) counts[countFieldOf(type)!] += ids.length;
  return counts;
}
