import { expect, it } from 'vitest';
import { list, testConsole, textOf } from '../testing/testConsole.ts';

const file = {
  ...{ id: 'file_1', object: 'file', filename: 'hen.fasta', format: 'FASTA', size: 1_410, job_id: null },
  created_at: '2026-03-01T12:00:00.000Z',
};

it('lists files that fit a search, each with its download', async () => {
  const { open, sent } = await testConsole({ 'GET /files': () => list([file], 'cursor') });
  const { body } = await open('files?q=hen');
  expect(textOf(body)).toContain('hen.fasta FASTA upload 2026-03-01 12:00 UTC 1.4 kB');
  expect(sent.map(({ path }) => path)).toContain('/files?limit=50&q=hen');
  expect(body).toContain('href="../../w/ws_1/files/file_1/bytes"');
  expect(body).toContain('files?q=hen&amp;after=cursor');
});

it('passes on the bytes of a file, and hides files of others', async () => {
  const { open } = await testConsole({ 'GET /files/file_1/bytes': () => new Response('>hen') });
  expect((await open('files/file_1/bytes')).body).toBe('>hen');
  expect((await open('files/file_2/bytes')).statusCode).toBe(404);
});
