import { expect, it } from 'vitest';
import { jobOf, testConsole, textOf } from '../testing/testConsole.ts';

const input = {
  id: 'a',
  slot_id: 'sequences',
  kind: 'protein',
  format: 'FASTA',
  label: null,
  name: 'a.fasta',
  size: 40,
};

const details = (id: string, fields: object = {}) => ({
  ...jobOf({ id, name: `Job ${id}` }),
  ...{ tool_name: 'Protein properties', tool_version: '1.0.0', submitted_by: { user_id: 'usr_1', name: 'Ada' } },
  ...{ settings: { ph: 7, by_chain: false }, inputs: [{ ...input, sha256: 'ab'.repeat(32) }] },
  ...fields,
});

const resultOf = (charge: number) => ({
  ...{ object: 'job_result', files: [] },
  results: [{ id: 'itm_1', output_port_id: 'properties', value: { id: 'lysozyme', charge, length: 129 } }],
});

const answers = {
  'GET /jobs/job_1': () => details('job_1'),
  'GET /jobs/job_2': () =>
    details('job_2', { tool_version: '1.1.0', settings: { ph: 5, by_chain: false }, object: 'job' }),
  'GET /results/job_1': () => resultOf(8),
  'GET /results/job_2': () => resultOf(12),
};

it('shows what differs in versions, settings and rows, and counts what is the same', async () => {
  const { open } = await testConsole(answers);
  const { statusCode, body } = await open('compare?job=job_1&job=job_2');
  expect(statusCode, textOf(body)).toBe(200);
  const text = textOf(body);
  expect(text).toContain('Version differs 1.0.0 1.1.0');
  expect(text).toContain('pH differs 7 5');
  expect(text).toContain('1 setting is the same.');
  expect(text).toContain('1 input is the same.');
  expect(text).toContain('lysozyme Job job_1 8 lysozyme Job job_2 12');
  expect(body).toContain('<mark>12</mark>');
});

it.each(['compare', 'compare?job=job_1', 'compare?job=job_1&job=job_1'])('asks for two jobs: %s', async (path) => {
  const { open } = await testConsole(answers);
  const { statusCode, body } = await open(path);
  expect(statusCode).toBe(200);
  expect(textOf(body)).toContain('Choose 2 to 6 jobs');
});
