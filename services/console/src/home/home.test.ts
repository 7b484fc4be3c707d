import { expect, it } from 'vitest';
import { jobOf, list, testConsole, textOf } from '../testing/testConsole.ts';

it('shows jobs that run and jobs that ended apart, with credits', async () => {
  const jobs = [jobOf({ id: 'job_2', name: 'Tree', status: 'PROCESSING', progress: 40 }), jobOf()];
  const { open } = await testConsole({ 'GET /jobs': () => list(jobs) });
  const { body } = await open();
  expect(textOf(body)).toMatch(/Running Tree protein-properties running .*Last results Lysozyme/);
  expect(textOf(body)).toContain('9,995 credits left');
  expect(body).toContain('href="../../w/ws_1/jobs/job_2"');
});

it('offers three examples in a workspace without jobs', async () => {
  const { open } = await testConsole({ 'GET /jobs': () => list([]) });
  const { body } = await open();
  expect(body.match(/\?example=1/g)).toHaveLength(3);
  expect(body).not.toContain('Last results');
});

it('names the other workspaces of the person', async () => {
  const { open } = await testConsole({ 'GET /jobs': () => list([]) });
  expect((await open()).body).toContain('<a href="../../w/ws_2/">Other group</a>');
});
