import { expect, it } from 'vitest';
import { list, runOf, testConsole, textOf } from '../testing/testConsole.ts';

it('lists runs with workflow, state, jobs, person and credits', async () => {
  const { open } = await testConsole({ 'GET /workflow-runs': () => list([runOf({ status: 'RUNNING' })]) });
  expect(textOf((await open('runs')).body)).toContain(
    'First Stable peptides running 3 of 7, 1 failed 2026-03-01 12:00 UTC Ada 3',
  );
});

it('asks the API for the filters of the address', async () => {
  const { open, sent } = await testConsole();
  const { body } = await open('runs?state=paused&name=screen&workflow=wf_1&mine=1');
  const asked = new URLSearchParams(sent.find(({ path }) => path.startsWith('/workflow-runs'))!.path.split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({
    ...{ limit: '50', status: 'PAUSED', name: 'screen', workflow_id: 'wf_1', created_by: 'me' },
  });
  expect(textOf(body)).toContain('No run fits.');
});

it('lists workflows with their runs', async () => {
  const workflow = { id: 'wf_1', name: 'Stable peptides', description: 'Keeps the stable', revision_number: 3 };
  const { open } = await testConsole({ 'GET /workflows': () => list([workflow]) });
  const { body } = await open('workflows');
  expect(textOf(body)).toContain('Stable peptides Keeps the stable revision 3');
  expect(body).toContain('runs?workflow=wf_1');
});
