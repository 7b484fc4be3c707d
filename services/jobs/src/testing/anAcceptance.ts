import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import type { Acceptance } from '../submit/acceptJobs.ts';

/** Returns the acceptance of a free job in a workspace without limits. */
export function anAcceptance(workspaceId: string, projectId?: string, now = new Date()): Acceptance {
  return {
    job: {
      id: newId('job', now),
      workspaceId,
      projectId,
      projectSeq: 0,
      status: 'QUEUED',
      version: 1,
      tool: 't',
      toolVersion: '1.0.0',
      createdBy: 'usr_1',
      wallLimitMs: 1,
      attempt: 0,
      failures: 0,
      statusSince: now,
      traceparent: '',
    },
    submissionId: randomUUID(),
    fingerprint: 'f',
    toolDigest: 'd',
    major: 1,
    inputs: new Uint8Array(),
    limits: { concurrentJobs: 100_000 },
  };
}
