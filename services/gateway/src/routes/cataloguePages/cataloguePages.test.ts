import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@rotamer/kit/testing/temporaryFolder.ts';
import { OpenedShare, Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { linksOn } from '../../testing/pageForms.ts';
import { testGateway } from '../../testing/testGateway.ts';
import { testJob, testJobs } from '../../testing/testJobs.ts';
import { testSharing } from '../../testing/testSharing.ts';
import { readSampleJob } from './sampleJob.ts';

const { app, stop } = await testGateway();
afterAll(stop);

const see = (url: string) => app.inject({ url });

describe('the pages of the catalogue', () => {
  it('begin with a welcome that leads to the tools, to the reference and to the guides', async () => {
    const { statusCode, headers, body } = await see('/');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const link of ['/tools', '/docs', '/docs/guides/first-job', '/api/v1/openapi.json']) {
      expect(linksOn('/', body)).toContain(link);
      expect((await see(link)).statusCode, link).toBe(200);
    }
  });

  it('list every tool with its price by category, with links to the tools', async () => {
    const { body } = await see('/tools');
    expect(body).toContain('<a href="./tools/protein-properties">Protein properties</a>');
    expect(body).toMatch(/<h2 id="category-\d+">Sequence<\/h2>/);
    const links = linksOn('/tools', body).filter((link) => link.startsWith('/tools/'));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect((await see(link)).statusCode, link).toBe(200);
  });

  it('find tools by all words of a search, also in tags, and show when none match', async () => {
    expect((await see('/tools?q=PHYSCHEM+protein')).body).toContain('/tools/protein-properties');
    const { body } = await see(`/tools?q=${encodeURIComponent('<script>x')}`);
    expect(body).toContain('No tool matches “&lt;script&gt;x”');
    expect(body).not.toContain('/tools/protein-properties');
  });

  it('show a tool with inputs, settings, outputs, price, citation, licence and a request that works', async () => {
    const { body } = await see('/tools/protein-properties');
    for (const text of ['<code>sequences</code>', '<code>charge_ph</code>', 'number from 0 to 14', 'properties_table'])
      expect(body).toContain(text);
    for (const text of [
      '1 credit',
      'https://doi.org/10.1385/1-59259-890-0:571',
      'Apache-2.0',
      '&lt;&lt;&#39;JSON&#39;',
    ])
      expect(body).toContain(text);
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
        expect(body).toContain(`curl ${base}/api/v1/`);
      }
    } finally {
      await gateway.stop();
    }
  });

  it('return a page for an unknown tool', async () => {
    const { statusCode, body } = await see('/tools/nonsense');
    expect([statusCode, body.includes('The list of tools is at /tools.')]).toEqual([404, true]);
  });

  it('have a strict content security policy and no scripts', async () => {
    const { headers, body } = await see('/tools/protein-properties');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(body).not.toContain('<script');
  });
});

describe('the welcome page', () => {
  const folder = temporaryFolder('sample');
  afterAll(() => rmSync(folder, { recursive: true }));
  const linkIn = (body: string) => /href="\.(\/share\/job_[^"]+)"/.exec(body)?.[1];

  it('has no link to a job without the setting', async () => {
    expect(linkIn((await see('/')).body)).toBeUndefined();
  });

  it('links to the configured job while it is public', async () => {
    const job = testJob();
    const gateway = await testGateway({ sampleJob: job.id });
    try {
      gateway.jobs.known.set(job.id, job);
      gateway.sharing.known.set(job.id, Visibility.PUBLIC);
      const { body } = await gateway.app.inject({ url: '/' });
      expect(linkIn(body)).toBe(`/share/${job.id}`);
      expect(body).toContain(job.name);
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
        expect(linkIn((await gateway.app.inject({ url: '/' })).body)).toBeUndefined();
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
