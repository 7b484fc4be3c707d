import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { inKeyOrder } from '@rotamer/kit/bus/inKeyOrder.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { wholePass } from '@rotamer/kit/testing/wholePass.ts';
import { Budget } from '@rotamer/proto/billing/v1/billing.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import type { Dataset } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { type StartRequest, WorkflowsDefinition } from '@rotamer/proto/workflows/v1/workflows.ts';
import { onTestFinished } from 'vitest';
import { createChangeAttempt } from '../commands/changeAttempt.ts';
import type { Definition } from '../definition/schema.ts';
import type { Deps } from '../deps.ts';
import { createCountUnits } from '../flow/artifactUnits.ts';
import { handleBillingEvents } from '../on/billingEvents.ts';
import { AT_ONCE, handleJobEvents } from '../on/jobEvents.ts';
import { handleMembershipEvents } from '../on/membershipEvents.ts';
import { rpcTable } from '../rpcTable.ts';
import { createTools } from '../tools.ts';
import { beginAttempts } from '../work/beginAttempts.ts';
import { collectResults } from '../work/collectResults.ts';
import { evaluateNodes } from '../work/evaluateNodes.ts';
import { finishAttempts } from '../work/finishAttempts.ts';
import { launchChildren } from '../work/launchChildren.ts';
import { readBatches } from '../work/readBatches.ts';
import { resumeFunded } from '../work/resumeFunded.ts';
import { stopJobs } from '../work/stopChildren.ts';
import { createRevisions } from '../workflow/revisions.ts';
import { fakeJobs, type Left } from './fakeJobs.ts';

const service = join(import.meta.dirname, '../..');

/** Decides the outcome of a test's job: its outputs, or the reason of its failure. Undefined: the job goes on running. */
export type Worker = (request: SubmitRequest, job: Job) => Left | string | undefined;

function openBlobs(): Blobs {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-workflows-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return openFsBlobs({ folder, secret: randomUUID(), publicUrl: 'http://127.0.0.1:8080' });
}

/**
 * Starts workflows with a new database, and with fake or real jobs and billing. The loops are not started: a test runs the passes that it
 * needs.
 */
export async function startWorkflows({
  neighbours,
  blobs = openBlobs(),
}: {
  neighbours?: Pick<Deps, 'jobs' | 'datasets' | 'billing'>;
  blobs?: Pick<Blobs, 'get' | 'put' | 'size'>;
} = {}) {
  const { db, url } = await serviceDatabase(service);
  const jobs = fakeJobs(blobs);
  const saved: ResolvedFile[] = [];
  /** What every workspace may search. */
  const datasets: Dataset[] = [];
  const budgets = new Map<string, number>();
  const signals = { send: () => {}, on: () => () => {}, stop: async () => {} };
  const clock = () => new Date();
  const revisions = createRevisions(db);
  const deps: Deps = {
    db,
    signals,
    clock,
    log: quietLog,
    jobs: neighbours?.jobs ?? jobs.client,
    datasets: neighbours?.datasets ?? { list: async () => ({ datasets }) },
    billing: neighbours?.billing ?? {
      async setBudget({ budgetId, capMillicredits }) {
        budgets.set(budgetId!, capMillicredits!);
        return Budget.fromPartial({ id: budgetId, capMillicredits });
      },
    },
    files: {
      resolveInputs: async ({ fileIds }) => ({ files: saved.filter(({ fileId }) => fileIds?.includes(fileId)) }),
    },
    blobs,
    countUnits: createCountUnits(blobs),
    tools: neighbours ? createTools(neighbours.jobs) : async () => jobs.offered(),
    revisions,
    changeAttempt: createChangeAttempt({ db, signals, clock, revisions }),
  };
  const server = await serveRpcTable(rpcTable(deps));
  const workflows = server.ask(WorkflowsDefinition, 'gateway');
  const operator = server.ask(WorkflowsDefinition, 'operator');
  const onBilling = handleBillingEvents(deps);
  const signal = new AbortController().signal;
  let heard = 0;

  /** Runs every pass until nothing is due, in a process with these `parts`. Ends the jobs that `worker` decides about. */
  async function settle(worker: Worker = () => undefined, parts = deps): Promise<void> {
    const onJob = handleJobEvents(parts);
    let before = await fingerprint();
    for (let round = 0; round < 5_000; round++) {
      await wholePass((some) => readBatches(parts, some));
      await beginAttempts(parts);
      await wholePass((some) => evaluateNodes(parts, some));
      await wholePass((some) => resumeFunded(parts, some));
      await wholePass((some) => launchChildren(parts, some));
      await wholePass((some) => stopJobs(parts, some));
      for (const { job, request } of jobs.active()) {
        const left = worker(request, job);
        if (typeof left === 'string') jobs.fail(job, left);
        else if (left) await jobs.complete(job, left);
      }
      for (; heard < jobs.events.length; heard += AT_ONCE)
        await inKeyOrder(jobs.events.slice(heard, heard + AT_ONCE), AT_ONCE, (event) => onJob(event, signal));
      heard = jobs.events.length;
      await wholePass((some) => collectResults(parts, some));
      await wholePass((some) => finishAttempts(parts, some));
      const after = await fingerprint();
      if (after === before) return;
      before = after;
    }
    throw new Error('the run never came to rest');
  }

  /** Returns a text that changes with every change of a run. Children only move on, so the number of children in each state is enough. */
  async function fingerprint(): Promise<string> {
    const { rows } = await db.query(
      `select (select json_agg(c) from (
           select attempt_id, node_id, state, count(*) from children group by 1, 2, 3 order by 1, 2, 3
         ) c) as children,
         (select md5(string_agg(attempt_id || id || status, ',' order by attempt_id, id)) from nodes) as nodes,
         (select md5(string_agg(id || status, ',' order by id)) from attempts) as attempts,
         (select md5(string_agg(run_id || state, ',' order by run_id)) from batches) as batches`,
    );
    return JSON.stringify([rows[0], jobs.events.length, heard]);
  }

  function user({ workspaceId = newId('ws', new Date()), role = 'member' } = {}) {
    const userId = newId('usr', new Date());
    const scope = { caller: Caller.fromPartial({ workspaceId, userId, role, keyId: 'key_test' }) };
    return { workspaceId, userId, scope };
  }

  return {
    db,
    url,
    blobs,
    jobs,
    saved,
    datasets,
    budgets,
    deps,
    ask: server.ask,
    workflows,
    operator,
    settle,
    whole: wholePass,
    user,
    onJob: (message: Parameters<ReturnType<typeof handleJobEvents>>[0]) => handleJobEvents(deps)(message, signal),
    onMembership: (message: Parameters<ReturnType<typeof handleMembershipEvents>>[0]) =>
      handleMembershipEvents(deps)(message, signal),
    onBilling: (message: Parameters<typeof onBilling>[0]) => onBilling(message, signal),
    /** Makes all waiting children due now. */
    makeDue: () => db.query(`update children set try_at = now() where state in ('LAUNCHING', 'ENDED')`),
    /** Returns a published workflow and an admin of its workspace. Publishes it in a new workspace unless one is given. */
    async published(
      definition: Definition,
      settings: object = {},
      { workspaceId: given, projectId }: { workspaceId?: string; projectId?: string } = {},
    ) {
      const owner = user({ workspaceId: given, role: 'admin' });
      const { workspaceId } = owner;
      const request = {
        workspaceId,
        projectId,
        name: 'Triage',
        definitionJson: JSON.stringify(definition),
        settingsJson: JSON.stringify(settings),
      };
      const { workflowId, revisionId } = await operator.publish(request);
      return {
        ...owner,
        workflowId,
        revisionId,
        async start(inputs: Record<string, string>, more: Partial<StartRequest> = {}, by = owner.scope) {
          const inputData = Object.fromEntries(
            Object.entries(inputs).map(([id, textContent]) => [
              id,
              { method: { $case: 'text' as const, value: { textContent } } },
            ]),
          );
          const { run } = await workflows.start({ submissionId: randomUUID(), workflowId, inputData, ...more }, by);
          return run!.run!.id;
        },
        run: (runId: string) => workflows.getRun({ runId }, owner.scope),
        cancel: (runId: string) => workflows.cancel({ runId }, owner.scope),
      };
    },
  };
}
