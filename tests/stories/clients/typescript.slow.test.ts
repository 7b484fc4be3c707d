// @module-tag slow-stories

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rotamer } from '@rotamer/client';
import { downloadResults, verifyFolder } from '@rotamer/client/download';
import { startHttpFaults } from '@rotamer/test-support/httpFaults.ts';
import { descriptorsOf, propertiesOf } from '@rotamer/test-support/requests.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

/** Returns a client of a new workspace, behind a proxy with faults. */
async function faultyClient({ onTestFinished }: TestContext) {
  const own = await newWorkspace();
  const faults = await startHttpFaults(own.client.baseUrl);
  onTestFinished(() => faults.stop());
  const client = new Rotamer({ apiKey: own.key.key, baseUrl: faults.baseUrl });
  return { client, faults };
}

/** Enough rows for a file that is uploaded in several parts. */
const molecules = Array.from({ length: 2_000 }, (_, i) => `${'C'.repeat((i % 20) + 1)} alkane_${i}`).join('\n');

describe.concurrent('the TypeScript client', () => {
  it('makes one job when the response to its submission is lost', async (context) => {
    const { client, faults } = await faultyClient(context);
    faults.cutNext(/^POST \/api\/v1\/jobs HTTP/);
    const job = await client.jobs.run(propertiesOf(ubiquitin) as never);
    expect(faults.left()).toBe(0);
    expect(job.status).toBe('COMPLETED');
    expect(await client.jobs.list().take(10)).toHaveLength(1);
    expect((await job.results()).values('properties')).toMatchObject([{ length: 76 }]);
  });

  it('makes one file when the response to its upload is lost', async (context) => {
    const { client, faults } = await faultyClient(context);
    faults.cutNext(/^POST \/api\/v1\/files HTTP/);
    const file = await client.files.upload(ubiquitin, 'ubiquitin.fasta', { tags: ['x'] });
    expect(faults.left()).toBe(0);
    expect(await client.files.list().take(10)).toMatchObject([{ id: file.id, tags: ['x'] }]);
  });

  it('sees the end of a job although its stream is cut', async (context) => {
    const { client, faults } = await faultyClient(context);
    faults.cutNext(/^GET \/api\/v1\/jobs\/job_\w+\/events/);
    faults.cutNext(/^GET \/api\/v1\/jobs\/job_\w+\/events/, 700);
    const job = await (await client.jobs.submit(propertiesOf(ubiquitin) as never)).wait();
    expect(job.status).toBe('COMPLETED');
    expect(faults.left()).toBeLessThan(2);
  });

  it('waits as long as a 429 response says', async () => {
    const client = new Rotamer({ apiKey: workspace.key.key, baseUrl: workspace.client.baseUrl });
    const job = await client.jobs.run(propertiesOf(ubiquitin) as never);
    await job.refresh();
    const started = performance.now();
    await job.refresh();
    expect(performance.now() - started).toBeGreaterThan(1_000);
  });

  it('downloads the right bytes despite a cut connection and an expired link', async (context) => {
    const { client, faults } = await faultyClient(context);
    const job = await client.jobs.run(descriptorsOf(molecules) as never);
    const results = await job.results();
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-results-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true }));
    // The links would bypass the proxy.
    for (const file of results.files) file.url = file.url.replace(workspace.client.baseUrl, faults.baseUrl);
    const [table] = results.files.filter(({ size }) => size > 150_000);
    faults.cutNext(/^GET \/blobs\//, 80_000);
    await downloadResults(results, join(folder, 'cut'));
    expect(faults.left()).toBe(0);
    table!.url = table!.url.replace(/exp=\d+/, 'exp=1');
    await downloadResults(results, join(folder, 'expired'));
    for (const one of ['cut', 'expired']) expect((await verifyFolder(join(folder, one))).wrong).toEqual([]);
    expect(readFileSync(join(folder, 'cut', table!.name), 'utf8')).toContain('alkane_1999');
  });
});
