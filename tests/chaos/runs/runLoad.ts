import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '@rotamer/test-support/client.ts';
import {
  type ErrorBody,
  milli,
  type WorkflowCuration,
  type WorkflowRun,
  type WorkflowRunCancellation,
} from '@rotamer/test-support/resources.ts';
import { alpha, beta, ubiquitin } from '@rotamer/test-support/testData.ts';
import { publish, startRun, threeMolecules } from '@rotamer/test-support/workflows.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import { longWorkflow } from './longWorkflow.ts';
import { type RunRecord, STORIES } from './runHistory.ts';

export interface RunLoad {
  /** The runs so far. Grows while the load goes on. */
  history: RunRecord[];
  /** Starts new runs until there are `least` in all, waits until all have ended, and returns their history. */
  stop(least: number): Promise<RunRecord[]>;
}

/** Concurrent runs of each workspace. */
const LANES = 2;

/** Pause between two reads of a run. */
const LOOK_MS = 700;

/** A cap below the price of a run, and one above it. */
const [TOO_FEW_CREDITS, ENOUGH_CREDITS] = [3, 100];

const text = (textContent: string) => ({ method: 'text', textContent });

/**
 * Starts clients that run workflows with idempotency keys, and records their responses. The clients repeat requests
 * without a response, select candidates, send contradicting selections, raise caps, cancel and retry.
 */
export async function startRunLoad(workspaces: Workspace[]): Promise<RunLoad> {
  const history: RunRecord[] = [];
  let least = Number.POSITIVE_INFINITY;
  const lanes = await Promise.all(
    workspaces.map(async (workspace) => {
      const alone = (await publish(workspace, longWorkflow({ reviewed: false }))).workflow_id;
      const reviewed = (await publish(workspace, longWorkflow({ reviewed: true }))).workflow_id;
      return Array.from({ length: LANES }, () => lane(workspace, { alone, reviewed }));
    }),
  );

  async function lane({ id: workspaceId, client }: Workspace, workflows: { alone: string; reviewed: string }) {
    while (history.length < least) {
      const story = STORIES[history.length % STORIES.length]!;
      const record: RunRecord = { key: randomUUID(), workspaceId, story, ids: [], selections: [], surprises: [] };
      history.push(record);
      const isReviewed = story === 'reviewed' || story === 'cancelled' || story === 'retried';
      await live(client, isReviewed ? workflows.reviewed : workflows.alone, record);
    }
  }

  const ended = Promise.all(lanes.flat());
  return {
    history,
    async stop(wanted) {
      least = wanted;
      await ended;
      return history;
    },
  };
}

/** Takes one run from its start to its end. */
async function live(client: Client, workflow: string, record: RunRecord): Promise<void> {
  const { key, story } = record;
  const input_data = {
    proteins: text(`${alpha}\n${ubiquitin}`),
    molecules: text(threeMolecules),
    others: text(`${beta}\n${ubiquitin}${story === 'damaged' ? '\n>bad\nM1O\n' : ''}`),
  };
  const body = { name: key, input_data, ...(story === 'capped' && { max_credits: TOO_FEW_CREDITS }) };
  const ask = asking(record);
  const started = await ask<WorkflowRun>('start', [200, 202], () => startRun(client, workflow, body, key));
  record.ids.push(started.body.id);
  const url = `/workflow-runs/${started.body.id}`;
  if (story === 'cancelled' || story === 'retried') await cancel(client, url, record);
  if (story === 'retried') {
    const headers = { 'idempotency-key': `${key}-again` };
    await ask('retry', [200, 202], () => client.post(`${url}/retry`, { mode: 'from_start' }, headers));
  }
  await drive(client, url, record);
}

/** Does what a paused run waits for, until the run has ended. */
async function drive(client: Client, url: string, record: RunRecord): Promise<void> {
  const ask = asking(record);
  for (;;) {
    const { status, pause } = (await ask<WorkflowRun>('read', [200], () => client.get(url))).body;
    if (['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'].includes(status)) return;
    if (pause?.reason === 'curation' && !pause.decided) await decide(client, url, record);
    // Status 409: an earlier request that got no response has continued the run.
    if (pause) {
      const more = pause.reason === 'max_credits' ? { max_credits: ENOUGH_CREDITS } : undefined;
      await ask('continue', [200, 409], () => client.post(`${url}/continue`, more));
    }
    await sleep(LOOK_MS);
  }
}

/** Sends two contradicting selections and one for another candidate set at once, then one more after the decision. */
async function decide(client: Client, url: string, record: RunRecord): Promise<void> {
  const ask = asking(record);
  const { status, body } = await ask<WorkflowCuration>('curation', [200, 409], () => client.get(`${url}/curation`));
  if (status === 409) return;
  const digest = body.candidate_set_digest;
  const [a, b, c] = body.candidates.map(({ id }) => id);
  const select = async (approved: (string | undefined)[], candidate_set_digest = digest) => {
    const request = { candidate_set_digest, approved_candidate_ids: approved };
    const answer = await ask<WorkflowCuration>('decide', [200, 409], () => client.post(`${url}/curation`, request));
    if (answer.status === 200) record.selections.push(answer.body.decision!.approved_candidate_ids);
    return answer;
  };
  const other = digest.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  const [stale] = await Promise.all([select([a, b, c], other), select([a, b]), select([b, c])]);
  const widened = await select([a, b, c]);
  for (const { status: answered } of [stale, widened])
    if (answered !== 409) record.surprises.push('a selection that must be refused was taken');
}

/** Cancels at a random moment of the run's first 4 seconds. */
async function cancel(client: Client, url: string, record: RunRecord): Promise<void> {
  await sleep(Math.random() * 4_000);
  const { body } = await asking(record)<WorkflowRunCancellation>('cancel', [200], () => client.post(`${url}/cancel`));
  if (body.unsettled_jobs === 0) record.chargedAtCancel = milli(body.charged_credits);
}

/**
 * Repeats a request until it gets a response. The test client's own retries end earlier, when a service is unavailable
 * for long.
 */
function asking({ surprises }: RunRecord) {
  return async <Body>(
    what: string,
    expected: number[],
    send: () => Promise<Answer<unknown>>,
  ): Promise<Answer<Body>> => {
    for (;;) {
      const answer = (await send().catch(() => undefined)) as Answer<Body & ErrorBody> | undefined;
      if (answer && expected.includes(answer.status)) return answer;
      if (answer && answer.status !== 503)
        surprises.push(`${what} was answered with ${answer.status} ${answer.body?.error?.message}`);
      if (surprises.length > 5) throw new Error(surprises.join('\n'));
      await sleep(LOOK_MS);
    }
  };
}

/** Reads the final amounts of all runs through the API, as their clients see them. */
export async function readCharges(workspaces: Workspace[], history: RunRecord[]): Promise<void> {
  const clientOf = new Map(workspaces.map(({ id, client }) => [id, client]));
  for (const record of history) {
    const { body } = await clientOf.get(record.workspaceId)!.get<WorkflowRun>(`/workflow-runs/${record.ids[0]}`);
    record.charged = milli(body.actual_credits);
  }
}
