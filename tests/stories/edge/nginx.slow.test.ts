// @module-tag slow-stories

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { linksOf } from '@rotamer/test-support/linksOf.ts';
import { freePort, nginxExpected, type RunningNginx, startNginx } from '@rotamer/test-support/nginx.ts';
import { reachNginx } from '@rotamer/test-support/reachNginx.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, JobResult } from '@rotamer/test-support/resources.ts';
import { lysozyme } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

if (!nginxExpected) console.warn('nginx: skipped, there is no /usr/sbin/nginx (where CI is set it fails)');

interface Seen {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Seen> {
  const answer = await fetch(url, { method, headers, redirect: 'manual' });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes };
}

describe.skipIf(!nginxExpected)('npm start behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-nginx-'));
  const bases: Record<string, string> = {};
  let nginx: RunningNginx | undefined;
  let leave: (() => void) | undefined;
  let workspace: Workspace;
  let job: string;
  let authorization: Record<string, string>;

  beforeAll(async () => {
    const gateway = new URL(inject('stack').baseUrl).host;
    const [defaults, named, below, tls] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const host = 'proxy_set_header Host $http_host; client_max_body_size 51m;';
    nginx = await startNginx(folder, [
      { port: defaults, server: `location / { proxy_pass http://${gateway}; }` },
      { port: named, server: `${host} location / { proxy_pass http://${gateway}; }` },
      { port: below, server: `${host} location /rotamer/ { proxy_pass http://${gateway}/; }` },
      { port: tls, tls: true, server: `${host} location / { proxy_pass http://${gateway}; }` },
    ]);
    leave = reachNginx(nginx.certificate);
    bases.defaults = `http://127.0.0.1:${defaults}`;
    bases['another host name'] = `http://localhost:${named}`;
    bases['a sub-path'] = `http://localhost:${below}/rotamer`;
    bases.TLS = `https://localhost:${tls}`;
    workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
    authorization = { authorization: `Bearer ${workspace.key.key}` };
    job = (await workspace.client.post<Job>('/jobs', propertiesOf(lysozyme))).body.id;
    await waitForJob(workspace.client, job);
    await workspace.client.patch(`/jobs/${job}/share`, { visibility: 'PUBLIC' });
  });

  /** Reads the result with a new key, because each key may read a result once in five seconds. */
  async function readResult(base: string): Promise<JobResult> {
    const { key } = await workspace.newKey();
    const { status, bytes } = await get(`${base}/api/v1/results/${job}`, { authorization: `Bearer ${key}` });
    expect(status, String(bytes)).toBe(200);
    return JSON.parse(String(bytes));
  }

  afterAll(async () => {
    leave?.();
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(['defaults', 'another host name', 'a sub-path', 'TLS'])('with %s', (name) => {
    it('serves every link, file and form of every page below the same address', async () => {
      const base = bases[name]!;
      const guides = ['first-job', 'money', 'files', 'workflows', 'events', 'errors'].map(
        (guide) => `/docs/guides/${guide}`,
      );
      const pages = [
        '/',
        '/tools',
        '/tools/protein-properties',
        '/docs',
        ...guides,
        `/share/${job}`,
        '/share/job_x/items/x',
      ];
      const links = new Set<string>();
      for (const page of pages) {
        const { bytes, headers } = await get(base + page, authorization);
        expect(headers['content-type'], page).toBe('text/html; charset=utf-8');
        const found = linksOf(base + page, String(bytes));
        expect(found.length, page).toBeGreaterThan(1);
        for (const link of found) links.add(link);
      }
      // The pages of tools are alike, so only three are read.
      const tools = [...links].filter((link) => link.includes('/tools/')).slice(3);
      expect(tools.length).toBeGreaterThan(10);
      for (const link of links) {
        expect(link.startsWith(`${base}/`), link).toBe(true);
        if (tools.includes(link)) continue;
        const { status, headers } = await get(link, authorization);
        // The console leads a reader without a session to the page that signs in.
        const shown = status === 303 ? await get(new URL(String(headers.location), link).href) : { status };
        expect(shown.status, link).toBe(200);
      }
    });

    it('leads from the link of a review to the page that signs in, below the same address', async () => {
      const path = '/workflow-runs/run_00000000000000000000000000/review';
      const { status, headers } = await get(bases[name] + path);
      expect(status).toBe(303);
      const login = `${bases[name]}/login?next=${encodeURIComponent(path)}`;
      expect(new URL(String(headers.location), bases[name] + path).href).toBe(login);
    });

    it('streams the events of a job, downloads a result, and answers HEAD', async () => {
      const api = `${bases[name]}/api/v1`;
      const stream = await get(`${api}/jobs/${job}/events`, authorization);
      expect(String(stream.bytes)).toContain('event: terminal');
      const [file] = (await readResult(bases[name]!)).files;
      const item = `${api}/results/${job}/items/${file!.key}`;
      const whole = await get(item, authorization);
      expect([whole.status, whole.bytes.length]).toEqual([200, file!.size]);
      const head = await get(item, authorization, 'HEAD');
      expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(file!.size), 0]);
    });
  });

  it("uses the client's host name in signed links and samples", async () => {
    const base = bases['another host name']!;
    const [file] = (await readResult(base)).files;
    expect(file!.url.startsWith(`${base}/blobs/`)).toBe(true);
    expect((await get(file!.url)).bytes.length).toBe(file!.size);
    expect(String((await get(`${base}/tools/protein-properties`)).bytes)).toContain(`curl ${base}/api/v1/jobs `);
  });

  it('accepts an upload of 40 MB', { timeout: 120_000 }, async () => {
    const line = `${'MKVLAAGITG'.repeat(8)}\n`;
    const text = `>long\n${line.repeat(40_000_000 / line.length)}`;
    const body = new FormData();
    body.append('file', new Blob([text]), 'long.fasta');
    const sent = { method: 'POST', headers: authorization, body };
    const answer = await fetch(`${bases['a sub-path']}/api/v1/files`, sent);
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as { size: number }).size).toBe(text.length);
  });
});
