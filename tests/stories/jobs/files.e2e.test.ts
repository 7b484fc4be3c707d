import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Client } from '@rotamer/test-support/client.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { expectProblem, expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { deletedProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { File, Job, JobResult, List } from '@rotamer/test-support/resources.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const MIB = 1024 * 1024;
const library = async (client: Client, filter = '') => (await client.get<List<File>>(`/files?${filter}`)).body.data;

/** Returns a request for a job that computes the properties of a saved protein. */
function propertiesOfFile(fileId: string) {
  const request = propertiesOf('');
  const [{ content: _none, ...input }] = request.input.inputs as [(typeof request.input.inputs)[0]];
  return { ...request, input: { inputs: [{ ...input, source: { type: 'file', file_id: fileId } }] } };
}

let workspace: Workspace;
let client: Client;

beforeAll(async () => {
  workspace = await newWorkspace();
  client = workspace.client;
});

describe('the file library', () => {
  it('stores uploads and finds them by every filter', async () => {
    const { id, admin } = workspace;
    const { id: collection } = await admin.command('collection create', { workspace: id, name: 'Small proteins' });
    const fields = { description: 'Human', tags: 'small, "quoted"', collection_ids: `["${collection}"]` };
    const uploaded = await client.upload<File>('My ubiquitin.fasta', ubiquitin, fields);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toMatchObject({
      filename: 'My_ubiquitin.fasta',
      original_name: 'My ubiquitin.fasta',
      format: 'FASTA',
      size: Buffer.byteLength(ubiquitin),
      origin: 'UPLOAD',
      storage_owner: 'FILE_LIBRARY',
      description: 'Human',
      tags: ['small', '"quoted"'],
      collection_ids: [collection],
      input_reference: { type: 'file', file_id: uploaded.body.id },
    });
    expect((await client.get<File>(`/files/${uploaded.body.id}`)).body).toEqual(uploaded.body);
    const found = async (filter: string) => (await library(client, filter)).map((file) => file.id);
    for (const filter of [
      'q=my%20UBIQ',
      `collection_id=${collection}`,
      'q=my%20u&format=FASTA&origin=UPLOAD&mine=true',
    ]) {
      expect(await found(filter), filter).toEqual([uploaded.body.id]);
    }
    const none = ['q=nothing', 'format=PDB', `collection_id=${collection.replace(/.{4}$/, '0000')}`];
    for (const filter of none) expect(await found(filter), filter).toEqual([]);
    for (const url of [uploaded.body.content_url, uploaded.body.download_url]) {
      expectRefusal(await client.get(url.replace('/api/v1', '')), 404, 'not_found');
    }
  });

  it('refuses content that a browser would run under any file name, and invalid fields', async () => {
    for (const [name, content] of [
      ['a.fasta', '<!DOCTYPE html><script>alert(1)</script>'],
      ['a.txt', '\ufeff  <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ] as const) {
      const refused = await client.upload(name, content);
      expectProblem(refused, 'file');
      expect(expectRefusal(refused, 400, 'validation_error').reason).toMatch(/^forbidden_/);
    }
    expectProblem(await client.upload('a.fasta', ubiquitin, { collection_ids: 'col_none' }), 'collection_ids[0]');
    expectProblem(await client.upload('a.fasta', ubiquitin, { nonsense: '1' }), 'nonsense');
    expect(await library(client, 'q=a.fasta')).toEqual([]);
  });
});

describe('a saved file', () => {
  it('is an input of many jobs, whose outputs and inline inputs become files too', async () => {
    const file = (await client.upload<File>('lysozyme.fasta', lysozyme)).body;
    const run = async (request: object) => {
      const { id } = (await client.post<Job>('/jobs', request)).body;
      expect((await waitForJob(client, id)).status).toBe('COMPLETED');
      return (await client.get<JobResult>(`/results/${id}`)).body;
    };
    const [saved, inline] = await Promise.all([
      run(propertiesOfFile(file.id)),
      run(propertiesOf(lysozyme, { name: 'Inline' })),
    ]);
    expect(saved.results.map(({ value }) => value)).toEqual(inline.results.map(({ value }) => value));
    const left = async (jobId: string) => (await library(client)).filter((one) => one.job_id === jobId);
    const files = await waitFor('the records of a job', async () => {
      const found = await left(inline.job_id);
      return found.length > inline.files.length && found;
    });
    const outputs = files.filter(({ origin }) => origin === 'JOB_OUTPUT');
    const sizes = new Map(outputs.map(({ filename, size }) => [filename, size]));
    expect(sizes).toEqual(new Map(inline.files.map(({ name, size }) => [name, size])));
    expect(files.filter(({ origin }) => origin === 'JOB_INPUT')).toMatchObject([
      { format: 'FASTA', size: Buffer.byteLength(lysozyme), storage_owner: 'JOB_ARTIFACT', job_name: 'Inline' },
    ]);
    // An input that is already saved is not saved again.
    await waitFor('the records of the other job', async () => (await left(saved.job_id)).length >= saved.files.length);
    expect((await left(saved.job_id)).map(({ origin }) => origin)).toEqual(saved.files.map(() => 'JOB_OUTPUT'));

    // An input recorded from a job can be the input of another job. Deleting the record of an output keeps the job's
    // artifact.
    const [input] = files.filter(({ origin }) => origin === 'JOB_INPUT');
    await run(propertiesOfFile(input!.id));
    const [first] = inline.files;
    const record = outputs.find(({ filename }) => filename === first!.name)!;
    expect((await client.send('DELETE', `/files/${record.id}`)).status).toBe(200);
    expect((await fetch(first!.url)).status).toBe(200);
  });

  it.each([
    ['in UTF-16', 'タンパク質.fasta', Buffer.from(`\ufeff${ubiquitin}`, 'utf16le'), 'text/x-fasta; charset=utf-16le'],
    ['in Latin-1', 'Müller.fasta', Buffer.from(ubiquitin.replace('>', '>M\xfcller '), 'latin1'), /windows-1252$/],
    ['packed with gzip', '蛋白.fasta.gz', gzipSync(ubiquitin), 'application/gzip'],
  ])('that is text %s is an input like any other', async (_, name, content, mimeType) => {
    const file = (await client.upload<File>(name, content)).body;
    expect(file).toMatchObject({ original_name: name, format: 'FASTA', size: content.length });
    expect(file.mime_type).toMatch(mimeType);
    expect(file.filename).toMatch(/^[A-Za-z].*\.fasta(\.gz)?$/);
    const { id } = (await client.post<Job>('/jobs', propertiesOfFile(file.id))).body;
    expect((await waitForJob(client, id)).status).toBe('COMPLETED');
  });

  it('that is not text, deleted or unknown is refused as an input, with the reason', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const image = (await client.upload<File>('dot.png', png)).body;
    expect(image).toMatchObject({ format: 'PNG', preview_kind: 'image' });
    const path = 'input.inputs[0].source.file_id';
    expectProblem(await client.post('/jobs', propertiesOfFile(image.id)), path, /PNG/);
    expect((await client.send<object>('DELETE', `/files/${image.id}`)).body).toEqual({
      object: 'file_deletion',
      id: image.id,
      deleted: true,
    });
    const deleted = await client.post('/jobs', propertiesOfFile(image.id));
    expectRefusal(deleted, 404, 'not_found');
    expect((await client.post('/jobs', propertiesOfFile('nonsense'))).bytes).toEqual(deleted.bytes);
    const { key } = await workspace.newKey({ scopes: ['jobs:write'] });
    const refused = await workspace.clientWith(key).post('/jobs', propertiesOfFile(image.id));
    expect(expectRefusal(refused, 403, 'forbidden').required_scope).toBe('files:read');
  });

  it('of another workspace returns the same bytes as an unknown file on every route', async () => {
    const { id } = (await client.upload<File>('secret.fasta', ubiquitin)).body;
    const stranger = (await newWorkspace()).client;
    const unknown = `${id.slice(0, -4)}0000`;
    for (const method of ['GET', 'DELETE']) {
      const [foreign, none] = await Promise.all([id, unknown].map((one) => stranger.send(method, `/files/${one}`)));
      expect(foreign!.status).toBe(404);
      expect(foreign!.bytes).toEqual(none!.bytes);
      expect((await stranger.send(method, '/files/nonsense')).bytes).toEqual(foreign!.bytes);
    }
    const foreign = await stranger.post('/jobs', propertiesOfFile(id));
    expect(foreign.status).toBe(404);
    expect(foreign.bytes).toEqual((await stranger.post('/jobs', propertiesOfFile(unknown))).bytes);
    expect(await library(stranger)).toEqual([]);
    expect((await client.get(`/files/${id}`)).status).toBe(200);
  });
});

describe('the bytes of a saved file', () => {
  it('are those of the upload and of the output of a job, complete, in ranges and by a link', async () => {
    const packed = gzipSync(ubiquitin);
    const uploaded = (await client.upload<File>('ubiquitin.fasta.gz', packed)).body;
    expect((await client.get(`/files/${uploaded.id}/bytes`)).bytes).toEqual(packed);
    const { id } = (await client.post<Job>('/jobs', propertiesOfFile(uploaded.id))).body;
    expect((await waitForJob(client, id)).status).toBe('COMPLETED');
    const output = await waitFor('the output in the library', async () =>
      (await library(client, 'origin=JOB_OUTPUT&q=properties.tsv')).find(({ job_id }) => job_id === id),
    );
    const result = (await client.get<JobResult>(`/results/${id}`)).body.files.find(
      ({ name }) => name === 'properties.tsv',
    )!;
    const whole = (await client.get(`/files/${output.id}/bytes`)).bytes;
    expect(whole).toEqual((await client.get(`/results/${id}/items/${result.key}`)).bytes);
    const part = await client.send('GET', `/files/${output.id}/bytes`, { headers: { range: 'bytes=5-' } });
    expect([part.status, part.bytes]).toEqual([206, whole.subarray(5)]);
    const { url } = (await client.get<{ url: string }>(`/files/${output.id}/link`)).body;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(whole);
  });

  it('saved from a result stay when the job is deleted, and count for the quota', async () => {
    const { client } = await newWorkspace();
    const project = (await client.post<{ id: string }>('/projects', { name: 'Passing' })).body;
    const { id } = (await client.post<Job>('/jobs', { ...propertiesOf(ubiquitin), project_id: project.id })).body;
    expect((await waitForJob(client, id)).status).toBe('COMPLETED');
    const { files } = (await client.get<JobResult>(`/results/${id}`)).body;
    const table = files.find(({ name }) => name === 'properties.tsv')!;
    const archive = (await client.get(`/results/${id}/archive`)).bytes;
    expect(archive.subarray(0, 100).toString()).toContain(`${id}/manifest.json`);
    const save = (item: string, body = {}) => client.post<File>(`/results/${id}/items/${item}/save`, body);
    const saved = await save(table.key, { filename: 'kept.tsv', tags: ['kept'] });
    expect(saved.status).toBe(201);
    expect(saved.body).toMatchObject({ filename: 'kept.tsv', storage_owner: 'FILE_LIBRARY', size: table.size });
    expectRefusal(await save('itm_nothing'), 404, 'not_found');
    const picture = files.find(({ name }) => name.endsWith('.svg'))!;
    expectRefusal(await save(picture.key), 400, 'validation_error');
    const bytes = (await client.get(`/results/${id}/items/${table.key}`)).bytes;
    await deletedProject(client, project, { mode: 'delete_contents' });
    expect((await client.get(`/files/${saved.body.id}/bytes`)).bytes).toEqual(bytes);
  });

  it('of another workspace are not found', async () => {
    const { id } = (await client.upload<File>('secret.fasta', ubiquitin)).body;
    const stranger = (await newWorkspace()).client;
    for (const path of ['bytes', 'link']) {
      const refused = await stranger.get(`/files/${id}/${path}`);
      expect(refused.status).toBe(404);
      expect(refused.bytes).toEqual((await stranger.get(`/files/nonsense/${path}`)).bytes);
    }
  });
});

describe('roles and scopes', () => {
  it('let members upload and delete their own files, admins delete any, viewers read', async () => {
    const as = async (role: 'member' | 'viewer') => workspace.clientWith((await workspace.newKey({ role })).key);
    const [member, other, viewer] = await Promise.all([as('member'), as('member'), as('viewer')]);
    const { id } = (await member.upload<File>('member.fasta', ubiquitin)).body;
    expectRefusal(await viewer.upload('viewer.fasta', ubiquitin), 403, 'forbidden');
    expect((await viewer.get(`/files/${id}`)).status).toBe(200);
    for (const someone of [viewer, other]) {
      expectRefusal(await someone.send('DELETE', `/files/${id}`), 403, 'forbidden');
    }
    expect(await library(other, 'mine=true')).toEqual([]);
    expect((await member.send('DELETE', `/files/${id}`)).status).toBe(200);
    expectRefusal(await client.send('DELETE', `/files/${id}`), 404, 'not_found');
  });
});

describe('the storage quota', () => {
  it('is enforced before storing, also for concurrent uploads, and grows when files are deleted', async () => {
    const { client } = await newWorkspace({ limits: { 'storage-bytes': 3 * MIB } });
    const text = (bytes: number) => 'MKVWAAAAAA\n'.repeat(Math.ceil(bytes / 11)).slice(0, bytes);
    const first = await client.upload<File>('a.txt', text(2 * MIB));
    expect(first.status).toBe(201);
    expectRefusal(await client.upload('b.txt', text(1.5 * MIB)), 402, 'storage_quota_exceeded');
    const raced = await Promise.all([1, 2, 3, 4].map((i) => client.upload(`${i}.txt`, text(600_000))));
    const statuses = raced.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 402, 402, 402]);
    expect((await client.send('DELETE', `/files/${first.body.id}`)).status).toBe(200);
    expect((await client.upload('c.txt', text(2 * MIB))).status).toBe(201);
    expect((await library(client)).map(({ size }) => size)).toEqual([2 * MIB, 600_000]);
  });

  it('is released when a client disconnects during an upload', async () => {
    const { client, key } = await newWorkspace({ limits: { 'storage-bytes': MIB } });
    const { hostname, port } = new URL(inject('stack').baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    socket.write(
      `POST /api/v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key.key}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${2 * MIB}\r\n\r\n${head}${'A'.repeat(1000)}`,
    );
    const small = () => client.upload('b.txt', 'hello');
    await waitFor('the room to be reserved', async () => (await small()).status === 402);
    socket.destroy();
    await waitFor('the room to be free again', async () => (await small()).status === 201);
    expect(await library(client, 'q=a.txt')).toEqual([]);
  });
});
