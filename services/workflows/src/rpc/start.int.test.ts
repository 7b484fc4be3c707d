import { randomUUID } from 'node:crypto';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { StartRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { beginAttempts } from '../work/beginAttempts.ts';

async function startCapped() {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  const start = (submissionId: string = randomUUID(), more: Partial<StartRequest> = {}) =>
    owner.start({ proteins: '>a\nMKV\n' }, { submissionId, maxMillicredits: 5_000, ...more });
  return { ...world, owner, start, run: async (runId: string) => (await owner.run(runId)).run! };
}

describe('the budget of a start', () => {
  it('is created once for several concurrent requests with one key', async () => {
    const { start, budgets } = await startCapped();
    const key = randomUUID();
    const runIds = await Promise.all([start(key), start(key), start(key)]);
    expect(new Set(runIds).size).toBe(1);
    expect(budgets.size).toBe(1);
  });

  it('is not created when the start is refused', async () => {
    const { start, budgets, ask, owner } = await startCapped();
    const projectId = newId('proj', new Date());
    const { workspaceId } = owner;
    const close = { workspaceId, seq: 1, projectId, mode: DeletionMode.DELETE_CONTENTS };
    await ask(MembersDefinition, 'projects').closeProject(close);
    await expect(start(randomUUID(), { projectGiven: true, projectId })).rejects.toMatchObject({ code: 'conflict' });
    expect(budgets.size).toBe(0);
  });

  it('is created later while billing is unavailable, and no job is launched before', async () => {
    const { start, run, deps, budgets, settle, jobs } = await startCapped();
    const { billing } = deps;
    const setBudget = billing.setBudget;
    billing.setBudget = () => Promise.reject(new Fault('service_unavailable', 'Away.'));
    const runId = await start();
    await beginAttempts(deps).catch(() => {});
    expect(await run(runId)).toMatchObject({ status: RunStatus.QUEUED });
    expect(jobs.submissions()).toBe(0);
    billing.setBudget = setBudget;
    await settle();
    expect(await run(runId)).toMatchObject({ status: RunStatus.RUNNING, attempts: [{ maxMillicredits: 5_000 }] });
    expect(jobs.submissions()).toBe(1);
    expect(budgets.size).toBe(1);
  });
});
