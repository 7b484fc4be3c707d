import { findTool } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { aMeteredSubmission, aSubmission, startJobs } from '../testing/startJobs.ts';
import { waitingTools } from './matchOffers.ts';

/** The tool as runners offer it. */
const withMajor = (id: string) => `${id}@${findTool(id)!.contract.version.split('.')[0]}`;

describe('the tools that the queue waits for', () => {
  it('are each returned once, for any number of waiting jobs', async () => {
    const { db, jobs, member, claimOne } = await startJobs();
    expect(await waitingTools(db, 'queued')).toEqual([]);
    const { scope } = await member(100);
    for (const one of [aSubmission(), aMeteredSubmission(), aSubmission()]) await jobs.submit(one, scope);
    expect(await waitingTools(db, 'queued')).toEqual(['conformer-generation', 'protein-properties'].map(withMajor));
    for (let i = 0; i < 3; i++) await claimOne();
    expect(await waitingTools(db, 'queued')).toEqual([]);
  });
});
