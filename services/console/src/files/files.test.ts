import { expect, it } from 'vitest';
import { formTokenOf } from '../http/formToken.ts';
import { list, refusal, SESSION, testConsole, textOf } from '../testing/testConsole.ts';
import { readRows } from './readPreview.ts';

const file = {
  ...{ id: 'file_1', object: 'file', filename: 'hen.fasta', original_name: 'hen.fasta', format: 'FASTA', size: 1_410 },
  ...{ mime_type: 'text/x-fasta', preview_kind: 'text', job_id: null, tags: [], storage_owner: 'FILE_LIBRARY' },
  created_at: '2026-03-01T12:00:00.000Z',
};
const project = { id: 'proj_1', name: 'Variants' };

const answers = {
  'GET /files': () => list([file], 'cursor'),
  'GET /files/file_1': () => file,
  'GET /projects': () => list([project]),
  'GET /tools': () => list([{ id: 'protein-properties', name: 'Protein properties' }]),
};

it('lists files that fit a search, each with its page', async () => {
  const { open, sent } = await testConsole(answers);
  const { body } = await open('files?q=hen&project=proj_1');
  expect(textOf(body)).toContain('hen.fasta FASTA upload 2026-03-01 12:00 UTC 1.4 kB');
  expect(sent.map(({ path }) => path)).toContain('/files?limit=50&q=hen&project_id=proj_1');
  expect(body).toContain('href="../../w/ws_1/files/file_1"');
  expect(body).toContain('files?q=hen&amp;project=proj_1&amp;after=cursor');
});

it('passes on the bytes of a file, and hides files of others', async () => {
  const { open } = await testConsole({ 'GET /files/file_1/bytes': () => new Response('>hen') });
  expect((await open('files/file_1/bytes')).body).toBe('>hen');
  expect((await open('files/file_2/bytes')).statusCode).toBe(404);
});

it('shows the beginning of a text, and the tools that take its format', async () => {
  const { open, sent } = await testConsole({ ...answers, 'GET /files/file_1/bytes': () => new Response('>a<b>\nMKV') });
  const { body } = await open('files/file_1');
  expect(body).toContain('>a&lt;b>\nMKV');
  expect(body).toContain('tools/protein-properties?file=file_1');
  expect(sent.find(({ path }) => path.endsWith('/bytes'))!.headers.get('range')).toBe('bytes=0-65535');
  expect(sent.map(({ path }) => path)).toContain('/tools?accepts=FASTA');
});

it('shows a table as a table, and a picture as an image that runs nothing', async () => {
  const ofMime = (fields: object) => ({
    ...answers,
    'GET /files/file_1': () => ({ ...file, ...fields }),
    'GET /files/file_1/bytes': () => new Response('name,weight\n"a, b",2'),
  });
  const table = await testConsole(ofMime({ format: 'CSV', mime_type: 'text/csv' }));
  expect(textOf((await table.open('files/file_1')).body)).toContain('name weight a, b 2');
  const picture = await testConsole(ofMime({ format: 'SVG', mime_type: 'image/svg+xml', preview_kind: 'image' }));
  expect((await picture.open('files/file_1')).body).toContain('<img src="../../../w/ws_1/files/file_1/picture"');
  const { headers } = await picture.open('files/file_1/picture');
  expect(headers['content-security-policy']).toContain('sandbox');
  const page = await testConsole(ofMime({ format: 'HTML', mime_type: 'text/html' }));
  expect((await page.open('files/file_1/picture')).statusCode).toBe(404);
});

it.each([
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a ""b""",c\n', [['a "b"', 'c']]],
  ['"a\nb",c', [['a\nb', 'c']]],
  ['a,\n', [['a', '']]],
])('reads the rows of %j', (text, rows) => {
  expect(readRows(text, ',', 10)).toEqual(rows);
});

it('renames a file, moves it to a project, and deletes it', async () => {
  const { post, sent } = await testConsole({
    'POST /projects/assignments': () => ({ object: 'project_assignment' }),
    'PATCH /files/file_1': () => ({ object: 'file' }),
    'DELETE /files/file_1': () => ({ object: 'file_deletion' }),
  });
  expect((await post('files/file_1/rename', { name: 'b.fasta' })).headers.location).toMatch(/files\/file_1$/);
  expect((await post('files/file_1/move', { project: 'proj_1' })).headers.location).toMatch(/files\/file_1$/);
  await post('files/file_1/delete');
  expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', '/files/file_1', { name: 'b.fasta' }],
    ['POST', '/projects/assignments', { target_project_id: 'proj_1', resources: [{ type: 'file', ids: ['file_1'] }] }],
    ['DELETE', '/files/file_1', undefined],
  ]);
});

/** Sends the upload form with files, as a browser does. */
async function upload(console: Awaited<ReturnType<typeof testConsole>>, files: File[], token = formTokenOf(SESSION)) {
  const form = new FormData();
  form.set('token', token);
  form.set('project', 'proj_1');
  for (const one of files) form.append('file', one);
  const request = new Request('http://x', { method: 'POST', body: form });
  return console.app.inject({
    method: 'POST',
    url: '/w/ws_1/files',
    headers: { cookie: console.cookie, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

it('sends each file of a form on, with its name and project', async () => {
  const got: FormData[] = [];
  const console = await testConsole({
    'POST /files': async ({ init, headers }) => {
      const body = await new Response(init.body, {
        headers: { 'content-type': headers.get('content-type')! },
      }).formData();
      got.push(body);
      return Response.json(file, { status: 201 });
    },
  });
  const answer = await upload(console, [new File(['>a\nMKV'], 'größe "1".fasta'), new File(['>b\nMK'], 'b.fasta')]);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '../../w/ws_1/files']);
  const files = got.map((form) => form.get('file') as File);
  expect(files.map(({ name }) => name)).toEqual(['größe "1".fasta', 'b.fasta']);
  expect(await files[0]!.text()).toBe('>a\nMKV');
  expect(got[0]!.get('project_id')).toBe('proj_1');
});

it('says which file was refused and why, and stores the others', async () => {
  let asked = 0;
  const console = await testConsole({
    'POST /files': async ({ init }) => {
      await new Response(init.body).arrayBuffer();
      return asked++ === 0 ? refusal(413, 'payload_too_large', 'Too large.') : Response.json(file, { status: 201 });
    },
  });
  const answer = await upload(console, [new File(['x'.repeat(200_000)], 'a.fasta'), new File(['>b'], 'b.fasta')]);
  expect(textOf(answer.body)).toMatch(/a\.fasta Too large\. Do something else\. b\.fasta stored as FASTA/);
});

it('stores nothing for a form of another site', async () => {
  const console = await testConsole({ 'POST /files': () => file });
  expect((await upload(console, [new File(['>a'], 'a.fasta')], 'x'.repeat(43))).statusCode).toBe(403);
  expect(console.sent).toEqual([]);
});
