import { describeMemberships } from '@rotamer/domain/testing/membershipContract.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { createAcceptJob } from '../submit/acceptJobs.ts';
import { anAcceptance } from '../testing/anAcceptance.ts';
import { startJobs } from '../testing/startJobs.ts';
import { jobMemberships } from './memberships.ts';

describeMemberships('jobs', async () => {
  const { db } = await startJobs();
  const acceptJob = createAcceptJob(db, systemClock);
  return {
    db,
    memberships: jobMemberships,
    workspaceId: 'ws_1',
    put: async (projectId) => (await acceptJob(anAcceptance('ws_1', projectId))).job.id,
  };
});
