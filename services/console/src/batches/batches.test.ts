import { expect, it } from 'vitest';
import { list, refusal, testConsole, textOf } from '../testing/testConsole.ts';

const items = { total: 2, waiting: 0, active: 0, completed: 1, failed: 1, skipped: 0 };
const batch = {
  ...{
    object: 'batch',
    id: 'batch_1',
    name: 'Peptides',
    status: 'COMPLETED_WITH_ERRORS',
    pause: null,
    error: null,
    tools: ['t'],
  },
  ...{ max_credits: 10, actual_credits: 1, items, attempts: 1, created_at: '2026-03-01T12:00:00.000Z' },
};
const item = {
  custom_id: 'hen',
  job_id: 'job_1',
  status: 'FAILED',
  job_status: 'FAILED',
  error: 'Too long.',
  credits_used: 0,
};

it('lists batches, and shows one with the job of each record', async () => {
  const { open, sent } = await testConsole({
    'GET /batches': () => list([batch]),
    'GET /batches/batch_1': () => batch,
    'GET /batches/batch_1/items': () => list([item]),
  });
  expect(textOf((await open('batches')).body)).toContain('Peptides t completed, some failed 1 of 2');
  const { body } = await open('batches/batch_1?state=FAILED');
  expect(textOf(body)).toContain('1 of 2 jobs completed, 1 failed · 1 credit charged of at most 10');
  expect(textOf(body)).toContain('hen failed Too long. 0');
  expect(textOf(body)).toContain('Run again what has no result');
  expect(sent.map(({ path }) => path)).toContain('/batches/batch_1/items?limit=50&status=FAILED');
});

it('cancels, continues with a higher cap, and retries once per attempt', async () => {
  const { post, sent } = await testConsole({
    'POST /batches/batch_1/cancel': () => ({ object: 'batch_cancellation' }),
    'POST /batches/batch_1/continue': () => batch,
    'POST /batches/batch_1/retry': () => batch,
  });
  await post('batches/batch_1/cancel');
  await post('batches/batch_1/continue', { cap: '20' });
  await post('batches/batch_1/retry', { submission: 'batch_1 1' });
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/batches/batch_1/cancel', undefined],
    ['/batches/batch_1/continue', { max_credits: 20 }],
    ['/batches/batch_1/retry', {}],
  ]);
  expect(sent.at(-1)!.headers.get('idempotency-key')).toBe('batch_1 1');
});

it('offers a higher cap only at the cap, and refuses one that is not a number', async () => {
  const paused = { ...batch, status: 'PAUSED', pause: { reason: 'insufficient_credits', message: null } };
  const { open, post, sent } = await testConsole({
    'GET /batches/batch_1': () => paused,
    'GET /batches/batch_1/items': () => list([item]),
  });
  expect((await open('batches/batch_1')).body).not.toContain('name="cap"');
  paused.pause.reason = 'max_credits';
  expect((await open('batches/batch_1')).body).toContain('name="cap"');
  sent.length = 0;
  const { statusCode, body } = await post('batches/batch_1/continue', { cap: '1,000' });
  expect([statusCode, sent]).toEqual([400, []]);
  expect(textOf(body)).toContain('A cap is a number of credits');
});

it('passes on the table and the archive of a batch, and says why there is none', async () => {
  const { open, sent } = await testConsole({
    'GET /batches/batch_1': () => batch,
    'GET /batches/batch_1/items': () => list([item]),
    'GET /batches/batch_1/rows': () => new Response('"custom_id"', { headers: { 'content-type': 'text/csv' } }),
    'GET /batches/batch_1/archive': () =>
      refusal(400, 'validation_error', 'last_line: an archive has at most 20000 files'),
  });
  expect((await open('batches/batch_1')).body).toContain('batches/batch_1/archive.tar"');
  const table = await open('batches/batch_1/table.csv');
  expect([table.statusCode, table.headers['content-type'], table.body]).toEqual([200, 'text/csv', '"custom_id"']);
  expect(sent.at(-1)!.path).toBe('/batches/batch_1/rows?format=csv');
  expect(textOf((await open('batches/batch_1/archive.tar')).body)).toContain('at most 20000 files');
});
