import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { JobSharing, OpenedShare, Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Sharing } from '../clients/clients.ts';
import type { TestJobs } from './testJobs.ts';

/** The sharing of jobs in memory, with one token that opens every job shared with invited people. */
export interface TestSharing extends Sharing {
  /** By job id; private when absent. */
  known: Map<string, Visibility>;
  calls: { method: string; request: unknown }[];
}

export const testToken = 'ada'.padEnd(43, '-');

export function testSharing(jobs: TestJobs): TestSharing {
  const known: TestSharing['known'] = new Map();
  const calls: TestSharing['calls'] = [];
  const createdAt = new Date('2026-03-01T12:00:10.000Z');

  async function answer(jobId: string, scope?: CallScope, emails: string[] = []): Promise<JobSharing> {
    await jobs.get({ jobId }, scope ?? {});
    return JobSharing.fromPartial({
      jobId,
      visibility: known.get(jobId) ?? Visibility.PRIVATE,
      shares: emails.map((email) => ({ id: 'shr_1', email, createdAt })),
      links: [`http://127.0.0.1:8080/share/${jobId}`, `http://127.0.0.1:8080/share/${jobId}?t=${testToken}`],
    });
  }

  return {
    known,
    calls,
    getSharing: async ({ jobId = '' }, scope) => answer(jobId, scope),
    updateSharing: async (request, scope) => {
      calls.push({ method: 'updateSharing', request });
      const { jobId = '', visibility, addInvites, expiresAt } = request;
      const changed = await answer(jobId, scope, addInvites);
      if (visibility) known.set(jobId, visibility);
      return { ...changed, expiresAt, visibility: known.get(jobId) ?? Visibility.PRIVATE };
    },
    openShare: async ({ jobId = '', token, signedIn }) => {
      const job = jobs.known.get(jobId);
      const visibility = job && known.get(jobId);
      if (visibility === Visibility.AUTHENTICATED && !signedIn) return OpenedShare.fromPartial({});
      const invited = visibility === Visibility.INVITED && token === testToken;
      if (visibility === Visibility.PUBLIC || visibility === Visibility.AUTHENTICATED || invited) {
        return OpenedShare.fromPartial({ job });
      }
      throw notFound('job');
    },
  };
}
