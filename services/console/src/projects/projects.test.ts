import { expect, it } from 'vitest';
import { jobOf, list, runOf, testConsole, textOf } from '../testing/testConsole.ts';

const counts = { jobs: 12, files: 0, workflows: 0, workflow_runs: 1, studio_sessions: 0, ai_conversations: 0 };
const project = { id: 'proj_1', object: 'project', name: 'Variants', description: 'Of lysozyme', counts };
const dated = { ...project, created_at: '2026-03-01T12:00:00.000Z', updated_at: '2026-03-01T12:00:00.000Z' };
const other = { ...dated, id: 'proj_2', name: 'Other' };

it('lists projects with their counts, and creates one', async () => {
  const { open, post, sent } = await testConsole({
    'GET /projects': () => list([dated], 'cursor'),
    'POST /projects': () => dated,
  });
  const { body } = await open('projects');
  expect(textOf(body)).toContain('Variants Of lysozyme 12 1 0 2026-03-01 12:00 UTC');
  expect(body).toContain('projects?after=cursor');
  expect((await post('projects', { name: ' Variants ' })).headers.location).toBe('../../w/ws_1/projects/proj_1');
  expect(sent.at(-1)!.body).toEqual({ name: 'Variants', description: null });
});

it('shows the jobs, runs and files of a project, and what to do when there are none', async () => {
  const { open, sent } = await testConsole({
    'GET /projects': () => list([dated, other]),
    'GET /projects/proj_1': () => dated,
    'GET /files': () => list([]),
    'GET /jobs': () => list([jobOf()]),
    'GET /workflow-runs': () => list([runOf({ name: 'Screen' })]),
  });
  const text = textOf((await open('projects/proj_1')).body);
  expect(text).toMatch(/Jobs \(12\) .*Lysozyme .*Runs \(1\) .*Screen .*Files None yet\. Choose this project/);
  expect(sent.map(({ path }) => path)).toContain('/jobs?project_id=proj_1&limit=10');
  expect(text).not.toContain('are deleted too');
});

it.each([
  [{ mode: 'unassign', target: 'proj_2' }, { mode: 'unassign' }],
  [
    { mode: 'move', target: 'proj_2' },
    { mode: 'move', target_project_id: 'proj_2' },
  ],
])('deletes a project as the form says: %j', async (fields, body) => {
  const { post, sent } = await testConsole({
    'DELETE /projects/proj_1': () => ({ object: 'project_deletion', id: 'pdel_1' }),
  });
  const { headers } = await post('projects/proj_1/delete', fields);
  expect(headers.location).toMatch(/projects\?deletion=pdel_1$/);
  expect(sent.at(-1)!.body).toEqual(body);
});

it('shows why a deletion failed, and tries it again', async () => {
  const deletion = {
    object: 'project_deletion',
    id: 'pdel_1',
    project_name: 'Variants',
    status: 'failed',
    retryable: true,
  };
  const { open, post } = await testConsole({
    'GET /projects': () => list([]),
    'GET /project-deletions/pdel_1': () => ({ ...deletion, error: 'a job did not end' }),
    'POST /project-deletions/pdel_1/retry': () => ({ ...deletion, status: 'pending' }),
  });
  expect(textOf((await open('projects?deletion=pdel_1')).body)).toContain('was not deleted: a job did not end');
  expect((await post('projects/retry-deletion', { id: 'pdel_1' })).statusCode).toBe(303);
});
