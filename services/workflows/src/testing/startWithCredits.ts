import { startJobs } from '@rotamer/jobs/testing/startJobs.ts';
import { DatasetsDefinition } from '@rotamer/proto/jobs/v1/datasets.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { launchChildren } from '../work/launchChildren.ts';
import { each } from './definitions.ts';
import { startWorkflows } from './startWorkflows.ts';

/** Starts workflows with a real jobs and a real billing, and a workspace with these credits. */
export async function startWithCredits(credits: number) {
  const jobs = await startJobs();
  const neighbours = {
    jobs: jobs.server.ask(JobsDefinition, 'workflows'),
    datasets: jobs.server.ask(DatasetsDefinition, 'workflows'),
    billing: jobs.billing.clientOf('workflows'),
  };
  const world = await startWorkflows({ neighbours });
  const { workspaceId } = await jobs.member(credits);
  const owner = await world.published(each, {}, { workspaceId });
  return {
    ...world,
    jobs,
    owner,
    /** Launches children until no more may be launched. */
    async launch() {
      await world.settle();
      await world.makeDue();
      await world.whole((workers) => launchChildren(world.deps, workers));
    },
    attempt: async (runId: string) => (await owner.run(runId)).run!.attempts.at(-1)!,
    ledger: () => jobs.billing.operator.checkLedger({}),
    available: async () => (await jobs.billing.operator.getWorkspace({ workspaceId })).availableMillicredits,
  };
}
