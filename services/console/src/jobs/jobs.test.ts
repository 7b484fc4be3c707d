import { expect, it } from 'vitest';
import { jobOf, list, testConsole, textOf } from '../testing/testConsole.ts';

it('asks the API for the filters of the address, and keeps them in the form and in the next page', async () => {
  const { open, sent } = await testConsole({ 'GET /jobs': () => list([jobOf()], 'cursor') });
  const { body } = await open('jobs?state=failed&tool=vina-dock&name=screen&mine=1&after=before&other=x');
  const asked = new URLSearchParams(sent.find(({ path }) => path.startsWith('/jobs'))!.path.split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({
    limit: '50',
    status: 'FAILED,TIMEOUT,BUDGET_EXCEEDED',
    tool: 'vina-dock',
    name: 'screen',
    created_by: 'me',
    starting_after: 'before',
  });
  expect(body).toMatch(/<option (?:value="failed" selected|selected value="failed")/);
  expect(body).toContain('jobs?state=failed&amp;tool=vina-dock&amp;name=screen&amp;mine=1&amp;after=cursor');
});

it('shows each job with tool, state, run time and credits', async () => {
  const { open } = await testConsole({ 'GET /jobs': () => list([jobOf({ status: 'TIMEOUT' })]) });
  const text = textOf((await open('jobs')).body);
  expect(text).toContain('Lysozyme protein-properties stopped at its time limit 2026-03-01 12:00 UTC 0.9 s 1');
});

it.each([
  ['', null, 'There is no job yet.'],
  ['?state=failed', null, 'No job fits.'],
  ['?state=failed', 'cursor', 'Older ones may.'],
])('says what to do when the list is empty: "%s", %s', async (query, next, message) => {
  const { open } = await testConsole({ 'GET /jobs': () => list([], next) });
  expect(textOf((await open(`jobs${query}`)).body)).toContain(message);
});
