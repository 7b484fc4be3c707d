import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService } from './testing/fakeService.ts';

const bytes = 'ATOM\n';
const item = (label: string, more: object) => ({
  id: label,
  label,
  format: 'PDB',
  text: null,
  file: null,
  file_id: null,
  ...more,
});
const file = { name: 'model.pdb', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
const artifact = (job: string) => ({ file, result_url: `/api/v1/results/${job}/items/itm_1` });
const node = { jobs: [], has_more_jobs: false, has_more_items: false };
const results = {
  object: 'workflow_run_result',
  run_id: 'run_1',
  attempt_id: 'att_1',
  status: 'COMPLETED',
  result_available: true,
  nodes: [
    { ...node, node_id: 'fold', type: 'tool', status: 'COMPLETED', items: [], jobs: [{}, {}] },
    {
      ...node,
      node_id: 'best',
      type: 'output',
      status: 'COMPLETED',
      has_more_items: true,
      items: [item('one', artifact('job_1')), item('two', artifact('job_2')), item('three', { text: 'MKV' })],
    },
  ],
};
const routes = {
  'GET /workflow-runs/run_1/results': results,
  'GET /results/job_1/items/itm_1': () => new Response(bytes),
  'GET /results/job_2/items/itm_1': () => new Response(bytes),
};
const show = ['workflows', 'results', 'run_1'];

it('the results of a run are shown, also as JSON', async () => {
  const { fetch } = fakeService(routes);
  const { io } = await runFake(show, { fetch, terminal: true });
  expect(io.stdout).toMatch(/^COMPLETED\n.*fold +tool +COMPLETED +2\n.*best +three +PDB +MKV\n/s);
  expect(io.stderr).toContain('best has more items');
  expect((await runFake(show, { fetch })).json()).toEqual(results);
});

it('the files of a run are downloaded, and verified later', async () => {
  const { fetch, seen } = fakeService(routes);
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-run-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { code, json } = await runFake([...show, '-o', 'out'], { fetch, cwd });
  expect([code, json().run_id]).toEqual([0, 'run_1']);
  const paths = json().files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(['best/model.pdb', 'best/2_model.pdb', 'items.json']);
  expect(readFileSync(join(cwd, 'out', 'best', '2_model.pdb'), 'utf8')).toBe(bytes);
  expect(JSON.parse(readFileSync(join(cwd, 'out', 'items.json'), 'utf8'))[2]).toMatchObject({
    node_id: 'best',
    text: 'MKV',
  });
  expect((await runFake(['results', 'verify', 'out'], { cwd })).code).toBe(0);
  const before = seen.length;
  await runFake([...show, '-o', 'out'], { fetch, cwd });
  expect(seen.slice(before).map(({ path }) => path)).toEqual(['/workflow-runs/run_1/results']);
});
