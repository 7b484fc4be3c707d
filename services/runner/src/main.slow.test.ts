import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeJob, fakeLease, startFakeJobs } from './testing/fakeJobs.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** A busy machine needs seconds to start Node. */
const PATIENCE_MS = 30_000;
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
  await chmod(folder, 0o755); // a root runner's tools run as nobody
  jobs = await startFakeJobs();
  runners = [];
});

afterEach(async () => {
  for (const runner of runners) runner.kill('SIGKILL');
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Minutes of work for the conformer generator. */
const molecules = Array.from({ length: 200 }, (_, i) => `CCOC(=O)CCN${'C'.repeat(1 + (i % 20))} m${i}`).join('\n');
const smiles = { id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', content: molecules };
const longJob = () => ({ lease: fakeLease('conformer-generation'), inputs: [smiles], settings: { conformers: 2 } });

/** Counts the processes that work in the folder of this test: tools, or processes that they left behind. */
function toolsRunning(): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && currentDirectory(pid).startsWith(`${folder}/`))
    .length;
}

function toolRuns({ lease }: FakeJob) {
  const started = () => jobs.callsOf('started').some(({ jobId }) => jobId === lease.jobId);
  return eventually(() => started() && toolsRunning() > 0, PATIENCE_MS);
}

function currentDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

async function startRunner(more: Record<string, string> = {}): Promise<ChildProcess> {
  const runner = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ROTAMER_LOG_LEVEL: process.env.ROTAMER_LOG_LEVEL ?? 'silent',
      ROTAMER_JOBS_ADDRESS: jobs.address,
      ROTAMER_SERVICE_TOKEN: jobs.token,
      ROTAMER_BLOBS_DIR: join(folder, 'blobs'),
      ROTAMER_WORK_DIR: join(folder, 'work'),
      ROTAMER_SLOTS: '2',
      ROTAMER_DRAIN_SECONDS: '0',
      ...more,
    },
  });
  runners.push(runner);
  const [message] = await Promise.race([once(runner, 'message'), once(runner, 'exit')]);
  if (typeof message === 'number') throw new Error('the runner did not start');
  return runner;
}

describe('the runner', { timeout: 3 * PATIENCE_MS }, () => {
  it('takes a job from its lease to a stored manifest, and leaves no working folder behind', async () => {
    const runner = await startRunner();
    const lease = fakeLease('protein-properties');
    jobs.submit({ lease, inputs: [fasta], settings: { charge_ph: 7.4 } });
    const report = await eventually(() => jobs.reports[0], PATIENCE_MS);

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

  it('releases its jobs and leaves no process behind when it is stopped', async () => {
    const runner = await startRunner();
    const job = longJob();
    jobs.submit(job);
    await toolRuns(job);
    runner.kill('SIGTERM');
    await once(runner, 'exit');
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: job.lease.jobId, attempt: 1 }]);
    expect(jobs.reports).toEqual([]);
    expect(toolsRunning()).toBe(0);
  });

  it('takes its tools along when it is killed, in any sandbox; the next runner cleans up', async () => {
    for (const sandbox of ['bwrap', 'unshare', 'group']) {
      const runner = await startRunner({ ROTAMER_SANDBOX: sandbox }).catch(() => undefined);
      if (!runner) continue; // not on this machine
      expect(await readdir(join(folder, 'work'))).toHaveLength(1);
      const job = longJob();
      jobs.submit(job);
      await toolRuns(job);
      runner.kill('SIGKILL');
      await eventually(() => toolsRunning() === 0, PATIENCE_MS);
    }
  });

  it('writes nothing with the old token when it was suspended until its lease was lost', async () => {
    const runner = await startRunner();
    const job = longJob();
    jobs.submit(job);
    await toolRuns(job);
    runner.kill('SIGSTOP');
    jobs.lose(job.lease.jobId);
    runner.kill('SIGCONT');
    await eventually(() => toolsRunning() === 0, PATIENCE_MS);
    expect(jobs.callsOf('complete')).toEqual([]);
    expect(await readdir(join(folder, 'blobs')).catch(() => [])).toEqual([]);
  });
});
