import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tools } from './catalogue.ts';
import { loadTool } from './loadTool.ts';
import { checkRequest } from './shared/checkRequest.ts';
import { runningGroups } from './shared/native/groups.ts';
import { describeWithPrograms } from './shared/native/testNative.ts';
import { LEFT_OUT, WARNINGS } from './shared/ports.ts';
import { longInputs } from './shared/testing/longInputs.ts';
import { TestRun } from './shared/testRun.ts';

/** Tools that end before they can be stopped. */
const tooQuick = ['ensemble-superpose', 'hmm-search'];

/** Tools that keep partial results: IQ-TREE keeps its best tree so far, and its log. */
const keepsPart = ['iqtree'];

/** Maximum time for a program that ignores SIGTERM: 1.5 s until it is killed, and delays on a busy machine. */
const STOP_MS = 4_000;

const settings: Record<string, object> = { 'ligand-convert': { to: 'MOL2' } };

for (const tool of tools.filter(({ contract }) => contract.requires.length > 0)) {
  const { contract } = tool;
  const { id } = contract;
  if (tooQuick.includes(id)) continue;
  const describe = await describeWithPrograms(contract);

  describe(`${id}, stopped while its program runs`, () => {
    it('ends soon, leaves no process, and keeps only complete items', async () => {
      expect(longInputs, `add inputs for ${id} to longInputs.ts`).toHaveProperty(id);
      const inputs = longInputs[id]!();
      const checked = checkRequest(contract, tool.check, inputs, settings[id]);
      expect(checked.verdict.problems).toEqual([]);
      const stop = new AbortController();
      const workdir = mkdtempSync(join(tmpdir(), 'rotamer-stop-'));
      try {
        const job = new TestRun(contract, inputs, checked.settings, { workdir, signal: stop.signal });
        const { run } = await loadTool(id);
        const ended = run(job).then(() => performance.now());
        const seen = await Promise.race([programsSeen(), ended.then(() => [])]);
        expect(seen, 'it ended before it was stopped').not.toEqual([]);
        const stopped = performance.now();
        stop.abort();
        expect((await ended) - stopped).toBeLessThan(STOP_MS);
        expect(runningGroups()).toEqual([]);
        await expect.poll(() => seen.flatMap(processesOf)).toEqual([]);
        expectWholeItems(job, id);
      } finally {
        stop.abort();
        rmSync(workdir, { recursive: true, force: true });
      }
    });
  });
}

/** Returns the process groups that were seen, after programs were seen running in ten samples. */
async function programsSeen(): Promise<number[]> {
  const seen = new Set<number>();
  for (let looks = 0; looks < 10; ) {
    await sleep(20);
    const running = runningGroups();
    if (running.length > 0) looks++;
    for (const group of running) seen.add(group);
  }
  return [...seen];
}

/** Returns the processes of a group that still run. One that has ended but was not reaped yet does not count. */
function processesOf(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [state, , own] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(own) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

const notes: string[] = [LEFT_OUT, WARNINGS];

/**
 * Expects that the job did not finish, and that its outputs are usable. Without a finished item there are no results,
 * only notes about the input. No file is empty.
 */
function expectWholeItems(job: TestRun, id: string): void {
  const { done, total } = job.reports.at(-1) ?? { done: 0, total: 1 };
  expect(done).toBeLessThan(total);
  const results = [...job.items, ...job.files].map(({ port }) => port).filter((port) => !notes.includes(port));
  if (done === 0 && !keepsPart.includes(id)) expect(results).toEqual([]);
  for (const { name, text } of job.files) expect(text.trim(), name).not.toBe('');
}
