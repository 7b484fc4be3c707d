// @module-tag native

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tools } from './catalogue.ts';
import { loadTool } from './loadTool.ts';
import { checkRequest } from './shared/checkRequest.ts';
import { runningGroups } from './shared/native/groups.ts';
import { LEFT_OUT, WARNINGS } from './shared/ports.ts';
import { longInputs } from './testing/longInputs.ts';
import { describeWithPrograms } from './testing/testNative.ts';
import { TestRun } from './testing/testRun.ts';

/** They have ended before anyone could stop them. */
const tooQuick = ['ensemble-superpose', 'hmm-search'];

/** IQ-TREE's best tree so far, and its log. */
const keepsPart = ['iqtree'];

/** Of a program that ignores SIGTERM: 1.5 s until it is killed, and what is between on a busy machine. */
const STOP_MS = 4_000;

const settings: Record<string, object> = { 'ligand-convert': { to: 'MOL2' } };

for (const tool of tools.filter(({ contract }) => contract.requires.length > 0)) {
  const { contract } = tool;
  const { id } = contract;
  if (tooQuick.includes(id)) continue;
  const describe = await describeWithPrograms(contract);

  describe(`${id}, stopped while its program runs`, () => {
    it('ends soon, leaves no process, and keeps whole items or nothing', async () => {
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

/** The process groups that were seen, after programs were seen running at four looks. */
async function programsSeen(): Promise<number[]> {
  const seen = new Set<number>();
  for (let looks = 0; looks < 4; ) {
    await sleep(20);
    const running = runningGroups();
    if (running.length > 0) looks++;
    for (const group of running) seen.add(group);
  }
  return [...seen];
}

/** The processes of a group that have not ended; one that waits for its parent to notice has. */
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

/** Without an item that was done there are no results, only notes about the input; what is there is neither empty nor the whole. */
function expectWholeItems(job: TestRun, id: string): void {
  const { done, total } = job.reports.at(-1) ?? { done: 0, total: 1 };
  expect(done).toBeLessThan(total);
  const results = [...job.items, ...job.files].map(({ port }) => port).filter((port) => !notes.includes(port));
  if (done === 0 && !keepsPart.includes(id)) expect(results).toEqual([]);
  for (const { name, text } of job.files) expect(text.trim(), name).not.toBe('');
}
