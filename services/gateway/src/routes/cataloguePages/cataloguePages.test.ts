import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRenderPage } from '@rotamer/http/pages/renderPage.ts';
import { temporaryFolder } from '@rotamer/kit/testing/temporaryFolder.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { OpenedShare, Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { testGateway } from '../../testing/testGateway.ts';
import { testJobs } from '../../testing/testJobs.ts';
import { testSharing } from '../../testing/testSharing.ts';
import { readSampleJob } from './sampleJob.ts';

const { app, stop } = await testGateway();
afterAll(stop);

const see = (url: string) => app.inject({ url });

describe('the pages of the catalogue', () => {
  it('begin with a welcome that leads to the guides', async () => {
    const { statusCode, headers, body } = await see('/');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const { page, tools, guides } = JSON.parse(body);
    expect([page, tools]).toEqual(['welcome', 1]);
    for (const { name } of guides) expect((await see(`/docs/guides/${name}`)).statusCode, name).toBe(200);
  });

  it('list every tool with its price', async () => {
    const { tools } = JSON.parse((await see('/tools')).body);
    expect(tools).toContainEqual(
      expect.objectContaining({
        id: 'protein-properties',
        category: 'Sequence',
        available: true,
        credit_model: expect.objectContaining({ base_credits: 1 }),
      }),
    );
    for (const { id } of tools) expect((await see(`/tools/${id}`)).statusCode, id).toBe(200);
  });

  it('find tools by all words of a search, also in tags, and show when none match', async () => {
    const found = async (query: string) => JSON.parse((await see(`/tools?q=${encodeURIComponent(query)}`)).body);
    expect((await found(' PHYSCHEM protein ')).tools[0].id).toBe('protein-properties');
    expect(await found('<script>x')).toMatchObject({ search: '<script>x', tools: [] });
  });

  it('show a tool with its whole contract', async () => {
    const { tool } = JSON.parse((await see('/tools/protein-properties')).body);
    expect(tool).toMatchObject({ id: 'protein-properties', license: 'Apache-2.0', example: expect.anything() });
  });

  it.each([
    ['the public URL with its path', 'https://lab.example/rotamer', 'inside:8080', 'https://lab.example/rotamer'],
    [
      'the Host of the request when the public URL is a loopback address',
      'http://127.0.0.1:8080',
      'lab:81',
      'http://lab:81',
    ],
    ['the public URL when Host is the same', 'http://localhost:8080', 'localhost:8080', 'http://localhost:8080'],
  ])('print samples with %s', async (_name, publicUrl, host, base) => {
    const gateway = await testGateway({ publicUrl });
    try {
      for (const url of ['/', '/tools/protein-properties']) {
        const { body } = await gateway.app.inject({ url, headers: { host } });
        expect(JSON.parse(body).apiUrl).toBe(`${base}/api/v1`);
      }
    } finally {
      await gateway.stop();
    }
  });

  it('return a page for an unknown tool', async () => {
    const { statusCode, body } = await see('/tools/nonsense');
    expect([statusCode, body.includes('The list of tools is at /tools.')]).toEqual([404, true]);
  });

  it('have a strict content security policy', async () => {
    const { headers } = await see('/tools/protein-properties');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  });

  it.each(['/', '/tools', '/tools/protein-properties', '/tools/nonsense'])(
    'are errors of the API where no console is running (%s)',
    async (url) => {
      const gateway = await testGateway({ renderPage: createRenderPage('') });
      const { statusCode, headers, body } = await gateway.app.inject(url);
      await gateway.stop();
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
      expect(JSON.parse(body).error.code).toBe('not_found');
    },
  );

  it.each([
    ['is not running', '', 404, 'is not running here'],
    ['does not answer', 'http://127.0.0.1:1', 503, 'does not answer'],
  ])('say in plain HTML that the console %s, also the page that signs in', async (_, url, status, said) => {
    const gateway = await testGateway({ renderPage: createRenderPage(url) });
    for (const path of ['/tools', '/login']) {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const { statusCode, headers: sent, body } = await gateway.app.inject({ url: path, headers });
      expect([statusCode, sent['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(sent['content-security-policy']).toContain("default-src 'none'");
      expect(body).toContain(said);
    }
    await gateway.stop();
  });
});

describe('the welcome page', () => {
  const folder = temporaryFolder('sample');
  afterAll(() => rmSync(folder, { recursive: true }));
  const sampleIn = (body: string) => JSON.parse(body).sample;

  it('has no link to a job without the setting', async () => {
    expect(sampleIn((await see('/')).body)).toBeUndefined();
  });

  it('links to the configured job while it is public', async () => {
    const job = testJob();
    const gateway = await testGateway({ sampleJob: job.id });
    try {
      gateway.jobs.known.set(job.id, job);
      gateway.sharing.known.set(job.id, Visibility.PUBLIC);
      const { body } = await gateway.app.inject({ url: '/' });
      expect(sampleIn(body)).toEqual({ id: job.id, name: job.name });
    } finally {
      await gateway.stop();
    }
  });

  it.each([Visibility.PRIVATE, Visibility.AUTHENTICATED, Visibility.INVITED])(
    'leads to no job that is not for everyone (%s)',
    async (visibility) => {
      const job = testJob();
      const gateway = await testGateway({ sampleJob: job.id });
      try {
        gateway.jobs.known.set(job.id, job);
        gateway.sharing.known.set(job.id, visibility);
        expect(sampleIn((await gateway.app.inject({ url: '/' })).body)).toBeUndefined();
      } finally {
        await gateway.stop();
      }
    },
  );

  it('reads the job’s id from a file, and ignores a missing or malformed file', async () => {
    const job = testJob();
    const deps = { sampleJob: join(folder, 'sample-job'), sharing: testSharing(testJobs()) };
    expect(await readSampleJob(deps, {})).toBeUndefined();
    await writeFile(deps.sampleJob, 'nonsense\n');
    expect(await readSampleJob(deps, {})).toBeUndefined();
    await writeFile(deps.sampleJob, `${job.id}\n`);
    deps.sharing.openShare = async () => OpenedShare.fromPartial({ job });
    expect(await readSampleJob(deps, {})).toEqual({ id: job.id, name: job.name });
  });
});
