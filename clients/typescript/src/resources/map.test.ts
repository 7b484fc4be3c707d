import { expect, it } from 'vitest';
import { fakeApi, json } from '../testing/fakeApi.ts';

const slot = {
  id: 'sequences',
  label: 'Sequences',
  min: 1,
  max: 10,
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA'],
};
const tool = json({ object: 'tool', id: 'protein-properties', input: { slots: [slot] } });
const items = { total: 3, waiting: 0, active: 0, completed: 3, failed: 0, skipped: 0 };
const batch = (fields: object) =>
  json({ object: 'batch', id: 'batch_1', status: 'COMPLETED', attempts: 1, problems: [], items, ...fields });
const list = (data: object[]) => json({ object: 'list', data, has_more: false, next_cursor: null });

it('map returns rows and errors in the order of the inputs', async () => {
  const { client, requests } = fakeApi(
    tool,
    batch({ status: 'QUEUED' }),
    batch({ problems: [{ line: 2, custom_id: '2', path: 'input.inputs[0].content', message: 'line 1: 1' }] }),
    list([
      { custom_id: '1', status: 'COMPLETED', job_id: 'job_1', error: null },
      { custom_id: '3', status: 'FAILED', job_id: 'job_3', error: 'too long' },
    ]),
    list([{ custom_id: '1', value: { length: 3 } }]),
  );
  const results = await client.map('protein-properties', ['>a\nMKV', '>b\nM1', '>c\nMKV'], { window: 3 });
  expect(results).toEqual([
    { status: 'COMPLETED', values: [{ length: 3 }], jobId: 'job_1', error: undefined },
    { status: 'FAILED', values: [], jobId: undefined, error: 'input.inputs[0].content: line 1: 1' },
    { status: 'FAILED', values: [], jobId: 'job_3', error: 'too long' },
  ]);
  const { submissions, on_problem } = JSON.parse(requests[1]!.body);
  expect(on_problem).toBe('skip');
  expect(submissions[2]).toMatchObject({
    custom_id: '3',
    tool: 'protein-properties',
    settings: { window: 3 },
    input: { inputs: [{ slotId: 'sequences', kind: 'protein', format: 'FASTA', content: '>c\nMKV' }] },
  });
});

it('map sends more than 100 inputs as a file', async () => {
  const { client, requests } = fakeApi(
    tool,
    json({ object: 'file', id: 'file_1' }),
    batch({}),
    batch({}),
    list([]),
    list([]),
  );
  await client.map('protein-properties', Array(101).fill('>a\nMKV'));
  expect(JSON.parse(requests[2]!.body)).toMatchObject({ file_id: 'file_1' });
});

it('map throws when the batch was refused', async () => {
  const { client } = fakeApi(tool, batch({ status: 'FAILED', attempts: 0, error: 'The file has no lines.' }));
  await expect(client.map('protein-properties', ['>a\nMKV'])).rejects.toThrow('The file has no lines.');
});

it('map recognises the kind and the format of each text', async () => {
  const slots = [
    { ...slot, id: 'box', min: 0, acceptedKinds: ['table'], acceptedFormats: ['CSV'] },
    {
      ...slot,
      id: 'any',
      acceptedKinds: ['protein', 'dna', 'smiles', 'ligand'],
      acceptedFormats: ['FASTA', 'SMILES', 'SDF'],
    },
  ];
  const described = json({ object: 'tool', id: 'many', input: { slots } });
  const { client, requests } = fakeApi(described, batch({}), batch({}), list([]), list([]));
  const sdf = 'x\n\n\n  0  0  0  0  0  0            999 V2000\nM  END\n$$$$\n';
  await client.map('many', ['>a\nMKVLWAALL', `>b\n${'ACGT'.repeat(9)}`, sdf]);
  const { submissions } = JSON.parse(requests[1]!.body);
  const fits = submissions.map(({ input }: { input: { inputs: object[] } }) => input.inputs[0]);
  expect(fits).toMatchObject([
    { slotId: 'any', kind: 'protein', format: 'FASTA' },
    { slotId: 'any', kind: 'dna', format: 'FASTA' },
    { slotId: 'any', kind: 'ligand', format: 'SDF' },
  ]);
});

it('map refuses a text that no slot takes, and names the slots', async () => {
  const { client } = fakeApi(tool);
  await expect(client.map('protein-properties', ['data_1ABC\n_entry.id 1ABC\nloop_\n'])).rejects.toThrow(
    'Its slots: sequences (FASTA).',
  );
});
