// @module-tag slow-stories

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { describedProteins, publish, reviewedMolecules, threeMolecules } from '@rotamer/test-support/workflows.ts';
import { describe, expect, it, type TestContext } from 'vitest';
import { openShell } from './shell.ts';

/** Opens a command line with a published workflow that has a checkpoint, and the file that the workflow takes. */
async function openWithReview(context: TestContext) {
  const shell = await openShell(context);
  const { workflow_id } = await publish(shell.workspace, reviewedMolecules, { name: 'Reviewed' });
  writeFileSync(join(shell.cwd, 'molecules.smi'), threeMolecules);
  const start = ['workflows', 'run', workflow_id, '-i', 'molecules=molecules.smi'];
  return { ...shell, workflow: workflow_id, start };
}

describe.concurrent('the command line of workflows', () => {
  it('lists published workflows and validates a draft', async (context) => {
    const { rotamer, typed, cwd, workflow } = await openWithReview(context);
    expect((await rotamer('workflows', 'list')).json).toMatchObject([{ id: workflow, name: 'Reviewed' }]);
    expect((await typed('workflows', 'list')).stdout).toContain('Reviewed');
    const shown = await typed('workflows', 'show', workflow);
    for (const text of ['Reviewed', 'molecules', 'curation']) expect(shown.stdout).toContain(text);
    expect((await rotamer('workflows', 'show', `${workflow.slice(0, -4)}0000`)).code).toBe(4);

    writeFileSync(
      join(cwd, 'draft.json'),
      JSON.stringify({ definition: describedProteins, settings: { max_credits: 5 } }),
    );
    expect(await rotamer('workflows', 'validate', workflow, '-f', 'draft.json')).toMatchObject({
      code: 0,
      json: { valid: true },
    });
    const edges = [{ source: 'proteins', target: 'nobody' }];
    writeFileSync(join(cwd, 'broken.yaml'), JSON.stringify({ ...describedProteins, edges }));
    const judged = await typed('workflows', 'validate', workflow, '-f', 'broken.yaml');
    expect(judged.code).toBe(5);
    expect(judged.stdout).toMatch(/Not valid\..*nobody/s);
  });

  it('runs a workflow in which a person selects candidates', async (context) => {
    const { rotamer, typed, start } = await openWithReview(context);
    expect((await rotamer(...start)).code, 'without a limit of credits').toBe(2);
    const paused = await rotamer(...start, '--max-credits', '20', '--name', 'Mine', '--wait');
    expect(paused.code, paused.stderr).toBe(10);
    expect(paused.json).toMatchObject({ name: 'Mine', status: 'PAUSED', pause: { reason: 'curation' } });
    const run = paused.json.id;

    const { json: curation } = await rotamer('workflows', 'candidates', run);
    const shown = (await typed('workflows', 'candidates', run)).stdout;
    for (const text of [curation.candidate_set_digest, curation.candidates[0].id, 'butane'])
      expect(shown).toContain(text);
    const [first, second] = curation.candidates.map(({ id }: { id: string }) => id);
    const curate = (digest: string, ...approved: string[]) =>
      typed('workflows', 'curate', run, '--digest', digest, ...approved.flatMap((id) => ['--approve', id]));
    const digest = curation.candidate_set_digest;
    expect((await curate(digest)).code).toBe(2);
    expect(
      (
        await curate(
          digest.replace(/^./, (c: string) => (c === '0' ? '1' : '0')),
          first,
        )
      ).code,
    ).not.toBe(0);
    expect((await curate(digest, first)).stdout).toContain(`workflows continue ${run}`);
    expect((await curate(digest, first, second)).code).not.toBe(0);

    expect((await typed('workflows', 'continue', run)).stdout).toContain(run);
    const watched = await typed('workflows', 'watch', run);
    expect([watched.code, watched.stdout]).toEqual([0, `${run}  COMPLETED\n`]);
    expect((await rotamer('workflows', 'continue', run)).code).not.toBe(0);

    const saved = await rotamer('workflows', 'results', run, '-o', 'out');
    expect(saved.code, saved.stderr).toBe(0);
    expect(saved.json).toMatchObject({ run_id: run, status: 'COMPLETED' });
    expect(saved.json.files.length).toBeGreaterThan(0);
    expect((await rotamer('results', 'verify', 'out')).code).toBe(0);
  });

  it('cancels a run and retries it', async (context) => {
    const { rotamer, typed, start } = await openWithReview(context);
    const { json: begun } = await rotamer(...start, '--yes', '--key', 'one');
    expect((await rotamer(...start, '--yes', '--key', 'one')).json.id).toBe(begun.id);
    const cancelled = await typed('workflows', 'cancel', begun.id);
    expect(cancelled.code, cancelled.stderr).toBe(0);
    expect(cancelled.stdout).toMatch(/status +CANCELLED\ncharged_credits +\d/);
    expect((await rotamer('workflows', 'watch', begun.id)).code).toBe(9);
    const retried = await typed('workflows', 'retry', begun.id);
    expect(retried.code, retried.stderr).toBe(0);
    expect(retried.stdout).toMatch(new RegExp(`^${begun.id}  \\w+\\nNODE`));
    expect((await rotamer('workflows', 'cancel', begun.id)).json.run.attempts).toHaveLength(2);
  });

  it('retries from the node in which some items failed', async (context) => {
    const { rotamer, typed, cwd, workspace } = await openShell(context);
    const { workflow_id } = await publish(workspace, describedProteins);
    writeFileSync(join(cwd, 'some.fasta'), `${ubiquitin}\n>bad\nM1O\n`);
    const ended = await rotamer('workflows', 'run', workflow_id, '-i', 'proteins=some.fasta', '--yes', '--wait');
    expect([ended.code, ended.json.status]).toEqual([0, 'COMPLETED_WITH_ERRORS']);
    const retried = await typed('workflows', 'retry', ended.json.id, '--node', 'properties');
    expect(retried.code, retried.stderr).toBe(0);
    expect(retried.stdout).toMatch(/proteins +reused.*properties +runs again/s);
    expect((await typed('workflows', 'watch', ended.json.id)).stdout).toBe(`${ended.json.id}  COMPLETED_WITH_ERRORS\n`);
  });
});
