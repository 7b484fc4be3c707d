import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ResourceGroup } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Context } from '../members.ts';
import { inRequests } from './missingResources.ts';

/** An accepted assignment. */
export interface Operation {
  /** Of two operations on one resource, the one with the higher number wins in every context. */
  seq: number;
  workspaceId: string;
  /** Undefined: out of any project. */
  projectId?: string;
  /** One group per type, each id once. */
  groups: ResourceGroup[];
  moveLinkedFiles: boolean;
}

/**
 * Lets every context that owns one of the types carry out an operation. Repeating the operation changes nothing more.
 * Returns how many linked files moved.
 *
 * @throws the first error, once every context has answered
 */
export async function carryOut(
  contexts: readonly Context[],
  { seq, workspaceId, projectId, groups, moveLinkedFiles }: Operation,
  scope: CallScope,
): Promise<number> {
  const jobs = groups.filter(({ type }) => type === ResourceType.JOB).flatMap(({ ids }) => ids);
  const answers = await Promise.allSettled(
    contexts.map(async ({ types, members }) => {
      const own = inRequests(groups.filter(({ type }) => types.includes(type)));
      const jobsWithFiles = moveLinkedFiles && types.includes(ResourceType.FILE) ? jobs : [];
      if (own.length === 0 && jobsWithFiles.length === 0) return 0;
      const request = { workspaceId, seq, projectId, groups: own, jobsWithFiles };
      return (await members.setProject(request, scope)).linkedFiles;
    }),
  );
  let linkedFiles = 0;
  for (const answer of answers) {
    if (answer.status === 'rejected') throw answer.reason;
    linkedFiles += answer.value;
  }
  return linkedFiles;
}
