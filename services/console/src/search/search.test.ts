import { expect, it } from 'vitest';
import { jobOf, list, runOf, testConsole, textOf } from '../testing/testConsole.ts';

it('finds jobs and runs by name', async () => {
  const { open, sent } = await testConsole({
    'GET /jobs': () => list([jobOf()]),
    'GET /workflow-runs': () => list([runOf()]),
  });
  const text = textOf((await open('search?q=hen')).body);
  expect(text).toMatch(/Search for “hen”.*Lysozyme.*Stable peptides/);
  expect(sent.map(({ path }) => path)).toContain('/jobs?limit=10&name=hen');
});

it.each([
  ['job_01kjmma2g0e9dtsezyywpss2bm', 'jobs'],
  ['run_01kjmma2g0e9dtsezyywpss2bm', 'runs'],
])('leads from an id to its page: %s', async (id, page) => {
  const { open } = await testConsole();
  const { statusCode, headers } = await open(`search?q=${id}`);
  expect([statusCode, headers.location]).toEqual([303, `../../w/ws_1/${page}/${id}`]);
});

it('asks for nothing when nothing is searched', async () => {
  const { open, sent } = await testConsole();
  expect((await open('search')).statusCode).toBe(200);
  expect(sent.some(({ path }) => path.startsWith('/jobs'))).toBe(false);
});
