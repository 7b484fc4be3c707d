import { expect, it } from 'vitest';
import { refusal, testConsole, textOf } from '../testing/testConsole.ts';

const ada = { user_id: 'usr_2', name: 'Ada', email: null };
const counts = { waiting: 0, active: 0, completed: 0, failed: 0, skipped: 0 };
const decision = {
  ...{ decided_by: ada, decided_at: '2026-03-01T12:05:00.000Z', approved: 1, rejected: 2 },
  ...{ candidate_set_digest: 'ab'.repeat(32), note: 'The best one' },
};

const run = (fields: object = {}, node: object = {}) => ({
  ...{ id: 'run_1', object: 'workflow_run', workflow_id: 'wf_1', workflow_name: 'Screening', revision_number: 2 },
  ...{ name: 'Screen', status: 'PAUSED', error: null, estimated_credits: 0, actual_credits: 0, attempt_id: 'att_1' },
  pause: { reason: 'curation', node_id: 'pick', decided: false },
  attempts: [{ id: 'att_1', number: 1, max_credits: null, estimated_credits: 0, actual_credits: 0 }],
  nodes: [
    { id: 'pick', type: 'curation', label: 'Pick', status: 'PAUSED', job_counts: counts, items: 0, after: [], ...node },
    { id: 'out', type: 'output', label: 'Result', status: 'WAITING', job_counts: counts, items: 0, after: ['pick'] },
  ],
  ...{ jobs: [], has_more_jobs: false, created_at: '2026-03-01T12:00:00.000Z' },
  ...fields,
});

const candidate = (id: string, metrics: object) => ({
  ...{ id, label: id.slice(4), kind: 'json', format: 'JSON', metrics, source_item_ids: [], text: '{}', file: null },
  ...{ file_id: null, job_id: 'job_1', result_url: null, content_digest: 'cd' },
});

const curation = (fields: object = {}) => ({
  ...{ object: 'workflow_curation', run_id: 'run_1', attempt_id: 'att_1', node_id: 'pick', title: 'Pick ligands' },
  ...{ instructions: 'Two at most.', candidate_set_digest: 'ab'.repeat(32), decision: null, review_url: '/x' },
  candidates: [
    candidate('itm_aspirin', { weight: 180.16, tanimoto: 0.3, remark: '<script>1</script>' }),
    candidate('itm_caffeine', { weight: 194.19, tanimoto: 0.5 }),
    candidate('itm_ethane', { weight: 30.07, tanimoto: 0.41 }),
  ],
  columns: [
    { name: 'tanimoto', title: 'Tanimoto', type: 'number', digits: 2, sorted: 'desc' },
    { name: 'weight', title: 'Weight', type: 'number', unit: 'Da', digits: 1 },
  ],
  ...fields,
});

const waiting = { 'GET /workflow-runs/run_1': () => run(), 'GET /workflow-runs/run_1/curation': () => curation() };

/** Names of the candidates in the order of the table, with a star for those that are ticked. */
function rowsOf(body: string): string[] {
  return [...body.matchAll(/<tr data-candidate="itm_(\w+)"(.*?)<\/tr>/gs)]
    .filter(([, , row]) => !/^[^>]* hidden/.test(row!))
    .map(([, name, row]) => `${name}${/<input[^>]* checked/.test(row!) ? '*' : ''}`);
}

it('puts the field of the rank first, and shows numbers as the contract says', async () => {
  const { open } = await testConsole(waiting);
  const { body } = await open('runs/run_1/review');
  const text = textOf(body);
  expect(text).toMatch(/Candidate Tanimoto Weight \(Da\) remark aspirin job 0\.30 180\.2/);
  expect(text).toContain('Two at most.');
  expect(text).toContain('0 of 3 approved');
  expect(body).not.toContain('<script>1');
});

it.each([
  ['select', { field: 'tanimoto', op: 'gte', value: '0.4' }, ['aspirin', 'caffeine*', 'ethane*']],
  ['only', { field: 'tanimoto', op: 'gte', value: '0.4' }, ['caffeine', 'ethane']],
  ['sort.weight', {}, ['ethane', 'aspirin', 'caffeine']],
  ['sort.weight', { sorted: 'weight asc' }, ['caffeine', 'aspirin', 'ethane']],
  ['none', { approved: 'itm_ethane' }, ['aspirin', 'caffeine', 'ethane']],
  ['sort.tanimoto', { approved: 'itm_ethane' }, ['aspirin', 'ethane*', 'caffeine']],
])('sorts, lists and ticks without a script: %s %o', async (button, fields, expected) => {
  const { post, sent } = await testConsole(waiting);
  const { body } = await post('runs/run_1/review', { ...fields, do: button, note: 'Kept' });
  expect(rowsOf(body)).toEqual(expected);
  expect(body).toContain('Kept');
  expect(sent.some(({ method, path }) => method === 'POST' && !path.endsWith('/quote'))).toBe(false);
});

it('records the ticked candidates for the list that was seen, and continues the run', async () => {
  const { post, sent } = await testConsole({
    ...waiting,
    'POST /workflow-runs/run_1/curation': () => curation(),
    'POST /workflow-runs/run_1/continue': () => run(),
  });
  const form = { do: 'approve', approved: 'itm_ethane', candidate_set_digest: 'ab'.repeat(32), note: 'Small\r\none' };
  const { headers } = await post('runs/run_1/review', form);
  expect(headers.location).toBe('../../../../w/ws_1/runs/run_1');
  expect(sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [
      '/workflow-runs/run_1/curation',
      { candidate_set_digest: 'ab'.repeat(32), approved_candidate_ids: ['itm_ethane'], note: 'Small\none' },
    ],
    ['/workflow-runs/run_1/continue', {}],
  ]);
});

it('keeps the note and asks for a candidate when none is ticked', async () => {
  const { post } = await testConsole(waiting);
  const { statusCode, body } = await post('runs/run_1/review', { do: 'approve', note: 'Kept' });
  expect(statusCode).toBe(400);
  expect(textOf(body)).toContain('tick at least one candidate');
  expect(body).toContain('Kept');
});

const conflict = (reason: string) =>
  Response.json({ error: { code: 'conflict', message: 'No.', details: { reason } } }, { status: 409 });

it('says by whom it was decided when somebody was faster, and leads to the results', async () => {
  const ended = run({ status: 'COMPLETED', pause: null }, { status: 'COMPLETED', decision });
  const { post } = await testConsole({
    'GET /workflow-runs/run_1': () => ended,
    'POST /workflow-runs/run_1/curation': () => conflict('not_at_checkpoint'),
  });
  const { statusCode, body } = await post('runs/run_1/review', { do: 'approve', approved: 'itm_ethane' });
  expect(statusCode).toBe(409);
  const text = textOf(body);
  expect(text).toContain('Your selection was not recorded: Ada decided before you.');
  expect(text).toContain('1 of 3 approved by Ada');
  expect(text).not.toContain('usr_2');
  expect(body).toContain('href="../../../../w/ws_1/runs/run_1?step=out#step"');
});

it('says by whom it was decided when the run waits for another review since', async () => {
  const at = run(
    { pause: { reason: 'curation', node_id: 'again', decided: false } },
    { status: 'COMPLETED', decision },
  );
  const { post, sent } = await testConsole({
    'GET /workflow-runs/run_1': () => at,
    'GET /workflow-runs/run_1/curation': () => curation({ node_id: 'again' }),
    'POST /workflow-runs/run_1/curation': () => conflict('not_at_checkpoint'),
  });
  const form = { do: 'approve', approved: 'itm_ethane', candidate_set_digest: 'ab'.repeat(32), node: 'pick' };
  const { statusCode, body } = await post('runs/run_1/review', { ...form, attempt: 'att_1' });
  expect(statusCode).toBe(409);
  expect(textOf(body)).toContain('Your selection was not recorded: Ada decided before you.');
  const posted = sent.find(({ method, path }) => method === 'POST' && path.endsWith('/curation'));
  expect(posted!.body).toMatchObject({ node_id: 'pick' });
});

it.each([
  [run().pause, 'and its candidates are others. Review the list below, which is current, and choose again.'],
  [null, 'Reload it to see the candidates once the attempt has some.'],
])('says who began another attempt whose candidates are others: %j', async (pause, rest) => {
  const attempts = [
    { id: 'att_1', number: 1 },
    { id: 'att_2', number: 2, started_by: ada },
  ];
  const { post } = await testConsole({
    'GET /workflow-runs/run_1': () => run({ pause, attempts, status: pause ? 'PAUSED' : 'RUNNING' }),
    'GET /workflow-runs/run_1/curation': () => curation({ attempt_id: 'att_2' }),
    'POST /workflow-runs/run_1/curation': () => conflict(pause ? 'stale_digest' : 'not_at_checkpoint'),
  });
  const form = { do: 'approve', approved: 'itm_ethane', candidate_set_digest: 'cd'.repeat(32), node: 'pick' };
  const { statusCode, body } = await post('runs/run_1/review', { ...form, attempt: 'att_1' });
  expect(statusCode).toBe(409);
  const text = textOf(body);
  expect(text).toContain(`Nothing was recorded: Ada began attempt 2 since you opened the page`);
  expect(text).toContain(rest);
});

it('shows the list as it is now when the candidates have changed', async () => {
  const { post } = await testConsole({
    ...waiting,
    'POST /workflow-runs/run_1/curation': () => conflict('stale_digest'),
  });
  const { statusCode, body } = await post('runs/run_1/review', { do: 'approve', approved: 'itm_ethane' });
  expect(statusCode).toBe(409);
  expect(textOf(body)).toContain('the candidates have changed since you opened it');
  expect(rowsOf(body)).toHaveLength(3);
});

it('offers to continue where a selection is recorded and the run still waits', async () => {
  const { open } = await testConsole({
    'GET /workflow-runs/run_1': () =>
      run({ pause: { reason: 'curation', node_id: 'pick', decided: true } }, { decision }),
    'GET /workflow-runs/run_1/curation': () =>
      curation({ decision: { decided_by: 'usr_2', approved_candidate_ids: ['itm_ethane'], note: null } }),
  });
  const text = textOf((await open('runs/run_1/review')).body);
  expect(text).toContain('1 of 3 approved by Ada');
  expect(text).toContain('✓ approved ethane');
  expect(text).toContain('Continue the run');
});

it('shows a viewer the candidates without a way to decide', async () => {
  const session = {
    object: 'current_session',
    kind: 'session',
    id: 'ses_1',
    user: { email: 'v@example.org', name: null },
  };
  const workspace = { id: 'ws_1', name: 'Lab', role: 'viewer' };
  const { open } = await testConsole({ ...waiting, 'GET /session': () => ({ ...session, workspace }) });
  const { body } = await open('runs/run_1/review');
  expect(body).not.toContain('type="checkbox"');
  expect(textOf(body)).toContain('A viewer cannot decide.');
});

it('serves the text of a candidate as a download, and nothing for an unknown one', async () => {
  const { open } = await testConsole(waiting);
  const { headers, body } = await open('runs/run_1/candidates/itm_ethane');
  expect([body, headers['content-type']]).toEqual(['{}', 'application/octet-stream']);
  expect((await open('runs/run_1/candidates/itm_other')).statusCode).toBe(404);
});

it('passes on that the API refuses a decision', async () => {
  const { post } = await testConsole({
    ...waiting,
    'POST /workflow-runs/run_1/curation': () => refusal(403, 'forbidden'),
  });
  expect((await post('runs/run_1/review', { do: 'approve', approved: 'itm_ethane' })).statusCode).toBe(403);
});

it('shows the pose of a candidate in the receptor of the job that made it', async () => {
  const pose = candidate('itm_pose', { ligand: 'phenol', number: 2, mode: 3, affinity: -5.1 });
  const parts = [
    { ports: ['poses_sdf'], look: 'ligand', steps: true },
    { ports: ['complex'], files: 'any', look: 'receptor' },
  ];
  const scenes = [
    { id: 'docking', label: 'Poses', parts, rows: { port: 'poses', number: 'number', model: 'mode', caption: [] } },
  ];
  const file = (key: string, name: string, port: string, format: string) => {
    return {
      key,
      name,
      output_port_id: port,
      format,
      size: 9,
      url: 'http://elsewhere/x',
      content_type: 'x',
      sha256: '',
    };
  };
  const files = [
    file('itm_1', 'poses-0001.sdf', 'poses_sdf', 'SDF'),
    file('itm_2', 'poses-0002.sdf', 'poses_sdf', 'SDF'),
    file('itm_3', 'complex-0001.pdb', 'complex', 'PDB'),
  ];
  const { open } = await testConsole({
    ...waiting,
    'GET /workflow-runs/run_1/curation': () => curation({ candidates: [pose, candidate('itm_other', { number: 9 })] }),
    'GET /jobs/job_1': () => ({ object: 'job', id: 'job_1', status: 'COMPLETED', tool: 'vina-dock', inputs: [] }),
    'GET /tools/vina-dock': () => ({ object: 'tool', id: 'vina-dock', scenes, output: { ports: [] } }),
    'GET /results/job_1': () => ({ object: 'job_result', job_id: 'job_1', files, results: [] }),
  });
  const path = 'runs/run_1/candidates/itm_pose/scene';
  expect((await open('runs/run_1/review')).body).toContain(path);
  const item = (await open(path)).json();
  expect(item).toMatchObject({ first: 2, number: 2, parts: [{ look: 'ligand' }, { look: 'receptor' }] });
  expect(item.parts.map(({ url }: { url: string }) => url.replace(/^(\.\.\/)+/, ''))).toEqual([
    'w/ws_1/jobs/job_1/items/itm_2',
    'w/ws_1/jobs/job_1/items/itm_3',
  ]);
  expect((await open('runs/run_1/candidates/itm_other/scene')).statusCode).toBe(404);
});
