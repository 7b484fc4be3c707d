import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultManifest } from '@rotamer/kit/resultManifest.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeLease, startFakeJobs } from './testing/fakeJobs.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const fasta = {
  id: 'in1',
  slotId: 'sequences',
  kind: 'protein',
  format: 'FASTA',
  content: '>a\nMKTAYIAKQR\n>b\nWWCC\n',
};

let folder: string;
let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
let runners: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-test-'));
  jobs = await startFakeJobs();
  runners = [];
});

afterEach(async () => {
  for (const runner of runners) runner.kill('SIGKILL');
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startRunner(): Promise<ChildProcess> {
  const runner = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      ROTAMER_LOG_LEVEL: process.env.ROTAMER_LOG_LEVEL ?? 'silent',
      ROTAMER_JOBS_ADDRESS: jobs.address,
      ROTAMER_SERVICE_TOKEN: jobs.token,
      ROTAMER_BLOBS_DIR: join(folder, 'blobs'),
      ROTAMER_BLOBS_SECRET: 'a secret of this test',
      ROTAMER_PUBLIC_URL: 'http://127.0.0.1:1',
      ROTAMER_WORK_DIR: join(folder, 'work'),
      ROTAMER_SLOTS: '2',
    },
  });
  runners.push(runner);
  await once(runner, 'message');
  return runner;
}

describe('the runner', () => {
  it('takes a job from its lease to a manifest in the blob store, and leaves no working folder behind', async () => {
    const runner = await startRunner();
    const lease = fakeLease('protein-properties');
    jobs.submit({ lease, inputs: [fasta], settings: { charge_ph: 7.4 } });
    const report = await eventually(() => jobs.reports[0], 15_000);

    expect(report).toMatchObject({ jobId: lease.jobId, attempt: 1, outcome: AttemptOutcome.COMPLETED });
    expect(report.error).toBeUndefined();
    const prefix = `artifacts/${lease.workspaceId}/${lease.jobId}`;
    expect(report.manifest?.key).toBe(`${prefix}/1/manifest.json`);
    const manifest: ResultManifest = JSON.parse(
      await readFile(join(folder, 'blobs/objects', report.manifest!.key), 'utf8'),
    );
    expect(manifest.items.map((item) => [item.output_port_id, item.order])).toEqual([
      ['properties', 0],
      ['properties', 1],
    ]);
    expect(manifest.files[0]).toMatchObject({ name: 'properties.tsv', source_input_ids: ['in1'], format: 'TSV' });
    expect(manifest.inputs[0]).toMatchObject({ id: 'in1', key: `${prefix}/inputs/0`, size: fasta.content.length });
    expect(await readFile(join(folder, 'blobs/objects', manifest.inputs[0]!.key), 'utf8')).toBe(fasta.content);

    runner.kill('SIGTERM');
    const [code] = await once(runner, 'exit');
    expect(code).toBe(0);
    expect(await readdir(join(folder, 'work'))).toEqual([]);
    expect(jobs.callsOf('announce').at(-1)?.offers).toEqual([]);
  });
});
