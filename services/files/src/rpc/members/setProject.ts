import { placeOf, placing } from '@rotamer/domain/membership/places.ts';
import { assertOperation, distinctIds, idsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { SetProjectRequest, SetProjectResponse } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Deps } from '../../deps.ts';
import { linkJobs } from '../../membership/linkedJobs.ts';
import { countLinked, fileMemberships, lockMovableOfJobs } from '../../membership/memberships.ts';
import { moveFiles } from '../../membership/moveFiles.ts';

/** Rows of one transaction. Uploads to the project wait for at most one such transaction. */
const AT_ONCE = 500;

/**
 * Moves files, and the files of jobs, to a project, except those that a later operation has moved. If the project has
 * been closed, the files go to its target.
 */
export function setProject(deps: Pick<Deps, 'db' | 'signals' | 'clock'>): Rpc<SetProjectRequest, SetProjectResponse> {
  const { db, signals } = deps;
  return async (request) => {
    assertOperation(request);
    const { workspaceId, seq } = request;
    const ids = idsOf(request.groups, ResourceType.FILE, 'file');
    for (let i = 0; i < ids.length; i += AT_ONCE) await moveNamed(deps, request, ids.slice(i, i + AT_ONCE));
    const jobIds = distinctIds('jobs_with_files', request.jobsWithFiles, 'job');
    for (let i = 0; i < jobIds.length; i += AT_ONCE) await moveLinked(deps, request, jobIds.slice(i, i + AT_ONCE));
    signals.send(OUTBOX_SIGNAL);
    return { linkedFiles: jobIds.length === 0 ? 0 : await countLinked(db, jobIds, workspaceId, seq) };
  };
}

type Writing = Pick<Deps, 'db' | 'clock'>;

async function moveNamed({ db, clock }: Writing, { workspaceId, projectId, seq }: SetProjectRequest, ids: string[]) {
  await placing(db, async (tx) => {
    const place = await placeOf(tx, workspaceId, projectId);
    await moveFiles(tx, await fileMemberships.lockMovable(tx, ids, workspaceId, seq), place, seq, clock());
  });
}

/**
 * Links the jobs first, then moves their files in batches. A result recorded after the link follows it; files recorded
 * before are found by the batches.
 */
async function moveLinked(
  { db, clock }: Writing,
  { workspaceId, projectId, seq }: SetProjectRequest,
  jobIds: string[],
): Promise<void> {
  await linkJobs(db, jobIds, workspaceId, { projectId, projectSeq: seq });
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await placing(db, async (tx) => {
      const place = await placeOf(tx, workspaceId, projectId);
      const files = await lockMovableOfJobs(tx, jobIds, workspaceId, seq, AT_ONCE);
      await moveFiles(tx, files, place, seq, clock());
      return files.length;
    });
  }
}
