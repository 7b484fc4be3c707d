import { expect, it } from 'vitest';
import { list, testConsole, textOf } from '../testing/testConsole.ts';

const workflow = {
  ...{ id: 'wf_1', object: 'workflow', project_id: null, name: 'Screening', description: 'Docks a library.' },
  ...{ revision_id: 'wfrev_1', revision_number: 2, access: 'run', settings: { max_credits: 50 } },
  definition: {
    nodes: [
      { id: 'library', type: 'input', kind: 'smiles', label: 'Library', formats: ['SMILES'] },
      { id: 'dock', type: 'tool', tool: 'vina-dock' },
    ],
    edges: [],
  },
};

const node = {
  ...{ node_id: 'dock', label: 'Dock each', tool: 'vina-dock', metered: true },
  ...{ min_jobs: 2, max_jobs: 2, min_credits: 0, max_credits: 720 },
};
const quote = { object: 'workflow_run_quote', min_credits: 2, max_credits: 720, cap_credits: 50, nodes: [node] };

const answers = {
  'GET /workflows/wf_1': () => workflow,
  'GET /files': () => list([]),
  'POST /workflows/wf_1/runs/quote': () => quote,
  'POST /workflows/wf_1/runs': () => ({ object: 'workflow_run', id: 'run_1' }),
};

const sentTo = (sent: { method: string; path: string; body: unknown }[], path: string) =>
  sent.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);

it('shows the price of a filled form with its bounds, and starts nothing', async () => {
  const { post, sent } = await testConsole(answers);
  const { body } = await post('workflows/wf_1', { 'input.library': 'CC ethane\r\nCCC propane', do: 'price' });
  const text = textOf(body);
  expect(text).toContain('2 to 720 credits It pauses at its cap of 50 credits.');
  expect(text).toContain('Dock each vina-dock 2 up to 720 credits by run time');
  expect(body).toContain('CC ethane\nCCC propane');
  expect(sentTo(sent, '/workflows/wf_1/runs/quote')).toEqual([
    { input_data: { library: { method: 'text', textContent: 'CC ethane\nCCC propane' } } },
  ]);
  expect(sentTo(sent, '/workflows/wf_1/runs')).toEqual([]);
});

it('starts a run with name and cap, and shows it', async () => {
  const { post, sent } = await testConsole(answers);
  const form = { 'input.library': 'CC', name: 'First', cap: '20', do: 'run', submission: 'key-1' };
  const { headers } = await post('workflows/wf_1', form);
  expect(headers.location).toBe('../../../w/ws_1/runs/run_1');
  expect(sent.at(-1)!.headers.get('idempotency-key')).toBe('key-1');
  expect(sentTo(sent, '/workflows/wf_1/runs')).toEqual([
    { name: 'First', max_credits: 20, input_data: { library: { method: 'text', textContent: 'CC' } } },
  ]);
});

it('says at the input what the API refuses', async () => {
  const details = { errors: [{ path: 'input_data.library', message: 'is missing' }] };
  const refused = () =>
    Response.json({ error: { code: 'validation_error', message: 'No.', details } }, { status: 400 });
  const { post } = await testConsole({ ...answers, 'POST /workflows/wf_1/runs': refused });
  const { body } = await post('workflows/wf_1', { do: 'run' });
  expect(body).toContain('<a href="#input-library">library: is missing</a>');
});
