import { expectProblem } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, it } from 'vitest';

it('lists jobs newest first, page by page, each once, while more are added', async () => {
  const { client } = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  const submit = async () => (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id;
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift(await submit());

  const first = (await client.get<List<Job>>('/jobs?limit=2')).body;
  expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
  await submit();
  const second = (await client.get<List<Job>>(`/jobs?limit=2&starting_after=${first.next_cursor}`)).body;
  const third = (await client.get<List<Job>>(`/jobs?limit=2&starting_after=${second.next_cursor}`)).body;
  expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  expect(third).toMatchObject({ has_more: false, next_cursor: null });

  const exactly = (await client.get<List<Job>>('/jobs?limit=6')).body;
  expect(exactly).toMatchObject({ has_more: false, next_cursor: null });
  expect(exactly.data).toHaveLength(6);
});

it('filters jobs by project, and returns none for an unknown project', async () => {
  const { client, newKey, clientWith } = await newWorkspace();
  const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  const listed = async (query: string) =>
    (await client.get<List<Job>>(`/jobs?${query}`)).body.data.map((job) => job.id);
  expect(await listed('unassigned=true')).toEqual([id]);
  expect(await listed('unassigned=false')).toEqual([id]);
  expect(await listed('project_id=proj_00000000000000000000000000')).toEqual([]);
  for (const id of ['', 'nonsense']) expectProblem(await client.get(`/jobs?project_id=${id}`), 'project_id');

  expectProblem(
    await client.get('/jobs?project_id=proj_00000000000000000000000000&unassigned=true'),
    'unassigned',
    /project_id/,
  );
  expectProblem(await client.get('/jobs?starting_after=nonsense'), 'starting_after');
  const other = Buffer.from('key_00000000000000000000000000').toString('base64url');
  expectProblem(await client.get(`/jobs?starting_after=${other}`), 'starting_after');

  const reader = clientWith((await newKey({ role: 'viewer', scopes: ['jobs:read'] })).key);
  expect((await reader.get<List<Job>>('/jobs')).body.data.map((job) => job.id)).toEqual([id]);
});
