import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { Died } from '@rotamer/kit/testing/crashInjection.ts';
import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import { expect, it } from 'vitest';
import { createChangeAttempt } from '../commands/changeAttempt.ts';
import type { Deps } from '../deps.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { launchChildren } from './launchChildren.ts';

/** A process that crashes at each submission. After a crash it writes nothing to the database. */
function processThatDiesAtSubmissions(deps: Deps) {
  let dead = false;
  const db = new Proxy(deps.db, {
    get(target, name) {
      if (dead && (name === 'query' || name === 'connect')) return () => Promise.reject(new Died());
      return Reflect.get(target, name);
    },
  });
  const batchSubmit: Deps['jobs']['batchSubmit'] = () => {
    dead = true;
    throw new Died();
  };
  return { ...deps, db, jobs: { ...deps.jobs, batchSubmit }, changeAttempt: createChangeAttempt({ ...deps, db }) };
}

it('dead-letters a submission that crashed three processes; a cancelled run still ends', async () => {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  const runId = await owner.start({ proteins: '>a\nMKV\n' });
  const launch = (parts: Deps) => world.whole((workers) => launchChildren(parts, workers));
  const later = async () => {
    await world.makeDue();
    await makeDue(world.db);
  };
  // Another process evaluates the input node.
  await expect(world.settle(undefined, processThatDiesAtSubmissions(world.deps))).rejects.toThrow(Died);
  for (let crash = 2; crash <= 3; crash++) {
    await later();
    await expect(launch(processThatDiesAtSubmissions(world.deps))).rejects.toThrow(Died);
  }
  await later();
  await launch(processThatDiesAtSubmissions(world.deps));
  const { run } = await owner.run(runId);
  const key = `${run!.attempts[0]!.id}/props`;
  const error = '3 processes ended while they worked on this.';
  expect(await parkedWork(world.db, 'workflows').deadLetters(10)).toMatchObject([
    { group: 'launch-children', message: { key }, error },
  ]);
  await later();
  await launch(processThatDiesAtSubmissions(world.deps));
  expect(run!.status).toBe('RUN_STATUS_RUNNING');

  expect(await owner.cancel(runId)).toMatchObject({
    run: { run: { status: 'RUN_STATUS_CANCELLED' } },
    unsettledJobs: 0,
  });
  await world.settle();
  expect((await world.db.query('select state from children')).rows).toEqual([{ state: 'DROPPED' }]);
  expect(world.jobs.all()).toEqual([]);
});
