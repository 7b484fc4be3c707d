// @module-tag pipelines

import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dataPaths, repository } from '@rotamer/stack/folder/paths.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import type { Job, JobResult, List } from '@rotamer/test-support/resources.ts';
import { syntheticProteins } from '@rotamer/test-support/syntheticProteins.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { hhArchive } from '@rotamer/tools/shared/releases/testing/hhArchive.ts';
import { hbbQuery } from '@rotamer/tools/testing/matchTests.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/** Human hemoglobin subunit beta, UniProt P68871. */
const hbb = hbbQuery().split('\n').slice(1).join('');
const planted = (identities: number[]) => [{ name: 'hbb', sequence: hbb, identities }];
const databaseOf = (identities: number[]) => [...syntheticProteins(300_000, planted(identities))].join('');

const id = `synthetic-${randomUUID().slice(0, 8)}`;
const { dataDir } = inject('stack');
const admin = createAdmin(dataDir);
let folder: string;
let owner: Workspace;
let stranger: Workspace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datasets-'));
  [owner, stranger] = await Promise.all([newWorkspace(), newWorkspace()]);
  await importRelease('1', databaseOf([0.9, 0.7, 0.5]));
  await admin.command('dataset grant', { id, workspaces: owner.id });
});

afterAll(() => rmSync(folder, { recursive: true }));

function importRelease(release: string, text: string) {
  const bytes = gzipSync(text);
  const file = join(folder, `${release}.fasta.gz`);
  writeFileSync(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return admin.command('dataset import', { id, release, file, sha256, title: 'Synthetic', licence: 'CC0-1.0' });
}

const search = (database: string) => ({
  tool: 'blast-search',
  name: database,
  input: {
    inputs: [
      {
        ...{ id: 'q', slotId: 'queries', kind: 'protein', format: 'FASTA' },
        ...{ source: { type: 'text' }, content: hbbQuery() },
      },
    ],
  },
  settings: { database, evalue: 1e-5 },
});

/** Runs a search. Returns the job, and the names of the sequences that it found. */
async function searched({ client, clientWith, newKey }: Workspace, database: string) {
  const { body } = await client.post<Job>('/jobs', search(database));
  const [job] = (await waitForSettled(client, [body.id])) as [Job & { dataset?: { release: string } }];
  expect(job.error).toBeNull();
  const reader = clientWith((await newKey()).key);
  return { job, names: namesIn((await reader.get<JobResult>(`/results/${job.id}`)).body) };
}

const namesIn = ({ results }: JobResult) =>
  results
    .filter(({ output_port_id: port }) => port === 'hits')
    .map(({ value }) => (value as { sseqid: string }).sseqid);

it('finds the planted homologs, and keeps old results when a second release is imported', async () => {
  const first = await searched(owner, id);
  expect(first.job.dataset).toMatchObject({ id, release: '1', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(first.names).toEqual(['hbb_hom90', 'hbb_hom70', 'hbb_hom50']);
  await importRelease('2', databaseOf([0.8]));
  const second = await searched(owner, id);
  expect([second.job.dataset!.release, second.names]).toEqual(['2', ['hbb_hom80']]);
  const again = await searched(owner, `${id}@1`);
  expect([again.job.dataset!.release, again.names]).toEqual(['1', first.names]);
  const newest = { dataset_release: 'newest' };
  const quoted = await owner.client.post(`/jobs/${first.job.id}/rerun/quote`, newest);
  expect(quoted.body).toMatchObject({ tool: 'blast-search', queue: { jobs_ahead: 0, waiting_reason: null } });
  const { body } = await owner.client.post<Job>(`/jobs/${first.job.id}/rerun`, newest);
  expect(body).toMatchObject({ name: first.job.name, dataset: { id, release: '2' } });
  await waitForSettled(owner.client, [body.id]);
  const reader = owner.clientWith((await owner.newKey()).key);
  expect(namesIn((await reader.get<JobResult>(`/results/${body.id}`)).body)).toEqual(['hbb_hom80']);
  expect(namesIn((await reader.get<JobResult>(`/results/${first.job.id}`)).body)).toEqual(first.names);
  expect(await admin.command('dataset verify', { id, release: '1' })).toMatchObject({ problems: [] });
});

it('searches profiles of HH-suite from an archive, pinned to their release', async () => {
  const profiles = `profiles-${randomUUID().slice(0, 8)}`;
  const alignment = `>PF00042 Globin\n${hbb}\n`;
  const importProfiles = async (release: string, alignments: Record<string, string>) => {
    const file = join(folder, `${release}.tar.gz`);
    writeFileSync(file, gzipSync(await hhArchive(`of/pfam_${release}`, alignments)));
    const about = { id: profiles, release, file, kind: 'hhm-profiles', licence: 'CC0-1.0' };
    return admin.command('dataset import', about);
  };
  expect(await importProfiles('1', { PF00042: alignment })).toMatchObject({ records: 1, residues: hbb.length });
  await admin.command('dataset grant', { id: profiles, workspaces: owner.id });
  const query = { id: 'q', slotId: 'query', kind: 'protein', format: 'FASTA', source: { type: 'text' } };
  const request = {
    ...{ tool: 'profile-search', name: 'profiles', input: { inputs: [{ ...query, content: hbbQuery() }] } },
    settings: { database: profiles },
  };
  const { body } = await owner.client.post<Job>('/jobs', request);
  await importProfiles('2', { PF00042: alignment, PF00043: alignment.replace('PF00042', 'PF00043') });
  const [job] = (await waitForSettled(owner.client, [body.id])) as [Job & { dataset?: { release: string } }];
  expect([job.error, job.dataset!.release]).toEqual([null, '1']);
  const reader = owner.clientWith((await owner.newKey()).key);
  const { results } = (await reader.get<JobResult>(`/results/${job.id}`)).body;
  const hits = results.filter(({ output_port_id: port }) => port === 'hits').map(({ value }) => value);
  expect(hits).toMatchObject([{ target: 'PF00042', description: 'Globin', probability: 100 }]);
});

it('shows and searches nothing for a workspace without a grant', async () => {
  const before = await stranger.available();
  const { body } = await stranger.client.get<List<{ id: string }>>('/datasets');
  expect(body.data.map((dataset) => dataset.id)).not.toContain(id);
  expect((await stranger.client.get(`/datasets/${id}`)).status).toBe(404);
  const refused = await stranger.client.post('/jobs', search(id));
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(`there is no dataset '${id}'`);
  expect(await stranger.available()).toBe(before);
});

it('uses the former release while an import is killed, and goes on when it is repeated', async () => {
  const bytes = gzipSync(databaseOf([0.6]));
  const stall = { at: Math.floor(bytes.length / 2) };
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' });
    if (request.method === 'HEAD') response.end();
    else if (stall.at < bytes.length) response.write(bytes.subarray(0, stall.at));
    else response.end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/new.fasta.gz`;
  const args = ['dataset', 'import', '--id', id, '--release', '3', '--url', url, '--json', '--data', dataDir];
  const killed = spawn(process.execPath, [join(repository, 'deploy/stack/src/admin.ts'), ...args], { stdio: 'ignore' });
  const parent = join(dataPaths(dataDir).datasets, id);
  try {
    await waitFor('the import to have begun', () => readdirSync(parent).includes('.import-3'));
    const exited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await exited;
    expect((await searched(owner, id)).job.dataset!.release).not.toBe('3');
    stall.at = bytes.length;
    expect(await admin.command('dataset import', { id, release: '3', url })).toMatchObject({ dataset: `${id}@3` });
    const last = await searched(owner, id);
    expect([last.job.dataset!.release, last.names]).toEqual(['3', ['hbb_hom60']]);
    expect(readdirSync(parent).filter((name) => name.startsWith('.'))).toEqual([]);
  } finally {
    killed.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
});
