import { Fault } from '@rotamer/kit/errors/fault.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { BatchSubmitRequest, BatchSubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { RunEvent } from '@rotamer/proto/workflows/v1/workflow.ts';
import {
  type Curation,
  Curation as CurationMessage,
  ListChildrenResponse,
  RunDetails,
  RunResults,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from './definition/schema.ts';
import { each } from './testing/definitions.ts';
import { memoryBlobs } from './testing/memoryBlobs.ts';
import { startWorkflows, type Worker } from './testing/startWorkflows.ts';
import { collectResults } from './work/collectResults.ts';
import { evaluateNodes } from './work/evaluateNodes.ts';
import { launchChildren } from './work/launchChildren.ts';
import { stopJobs } from './work/stopChildren.ts';

/** Each child takes the machine one or two milliseconds. */
const CHILDREN = long ? 10_000 : 2_000;
const MAX_BYTES = 256 * 1024;

/** Runs a job for each protein, and then waits for a selection among the first thousand. */
const reviewed: Definition = {
  nodes: [...each.nodes, { id: 'top', type: 'rank', limit: 1_000 }, { id: 'review', type: 'curation' }],
  edges: [
    each.edges[0]!,
    { source: 'props', source_port: 'properties', target: 'top' },
    { source: 'top', target: 'review' },
    { source: 'review', target: 'out' },
  ],
};

const fasta = (proteins: number) => Array.from({ length: proteins }, (_, n) => `>p${n}\nMKV\n`).join('');

const described: Worker = ({ inputs }) => ({
  rows: { properties: inputs.map(({ label }) => ({ value: { id: label, length: 3, remark: 'x'.repeat(200) } })) },
});

/** Selects the text of the longest row of each table of a run. */
const LONGEST_ROWS = [
  'runs',
  'run_inputs',
  'attempts',
  'amounts',
  'nodes',
  'children',
  'items',
  'outputs',
  'outbox',
  'decisions',
]
  .map((table) => `select '${table}' as "table", coalesce(max(octet_length(t::text)), 0) as bytes from ${table} t`)
  .join(' union all ');

describe(`a run of ${CHILDREN.toLocaleString('en')} jobs`, () => {
  it('has no large message and no large row, and every job once', { timeout: 120_000 }, async () => {
    const world = await startWorkflows({ blobs: memoryBlobs() });
    const messages: { name: string; bytes: number; count: number }[] = [];
    const note = (name: string, bytes: number, count = 1) => messages.push({ name, bytes, count });
    const { batchSubmit } = world.deps.jobs;
    world.deps.jobs.batchSubmit = async function* (request, options) {
      note(
        'submissions',
        BatchSubmitRequest.encode(BatchSubmitRequest.fromPartial(request)).finish().length,
        request.submits!.length,
      );
      for await (const response of batchSubmit(request, options)) {
        note('answers', BatchSubmitResponse.encode(response).finish().length);
        yield response;
      }
    };
    const owner = await world.published(reviewed);
    const runId = await owner.start({ proteins: fasta(CHILDREN) });
    await world.settle(described);

    const details = await owner.run(runId);
    note('details', RunDetails.encode(details).finish().length);
    expect(details.run!.status).toBe('RUN_STATUS_PAUSED');
    expect(details.nodes[1]).toMatchObject({ id: 'props', done: CHILDREN, waiting: 0, active: 0, items: CHILDREN });
    expect(details.run!.attempts[0]).toMatchObject({ chargedMillicredits: CHILDREN * 1_000, heldMillicredits: 0 });
    expect(details.moreChildren).toBe(true);

    const curation = await candidatesOf(world.workflows, runId, owner.scope, (page) =>
      note('curation', CurationMessage.encode(page).finish().length),
    );
    expect(new Set(curation.candidates.map(({ id }) => id)).size).toBe(1_000);
    expect(curation.candidates.map(({ item }) => item!.label)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => `p${n}`),
    );
    const approvedCandidateIds = curation.candidates.map(({ id }) => id);
    const decided = await world.workflows.decide(
      { runId, candidateSetDigest: curation.candidateSetDigest, approvedCandidateIds },
      owner.scope,
    );
    note('decided', CurationMessage.encode(decided).finish().length);
    await world.workflows.continue({ runId }, owner.scope);
    await world.settle();

    const shown: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: RunResults = await world.workflows.getResults({ runId, after }, owner.scope);
      note('results', RunResults.encode(page).finish().length);
      shown.push(...page.nodes.flatMap(({ items }) => items.map(({ label }) => label)));
      after = page.next || undefined;
    }
    expect(shown).toEqual(curation.candidates.map(({ item }) => item!.label));

    const page = await world.workflows.listChildren(
      { runId, limit: 100, after: `props/${CHILDREN / 2 - 1}` },
      owner.scope,
    );
    note('children', ListChildrenResponse.encode(page).finish().length);
    expect(page.children.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, i) => CHILDREN / 2 + i));

    const { rows: events } = await world.db.query(`select value from outbox`);
    for (const { value } of events) note(RunEvent.decode(value).type, value.length);
    expect(messages.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
    expect(Math.max(...messages.map(({ count }) => count))).toBe(50);
    const { rows } = await world.db.query(LONGEST_ROWS);
    expect(rows.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
    expect(world.jobs.submissions()).toBe(CHILDREN);
    expect(world.jobs.all()).toHaveLength(CHILDREN);
  });

  it('does not delay the run of another workspace, for any kind of work', { timeout: 120_000 }, async () => {
    const world = await startWorkflows({ blobs: memoryBlobs() });
    const [huge, small] = [await world.published(each), await world.published(each)];
    const hugeRun = await huge.start({ proteins: fasta(600) });
    const runOf = async (one: typeof small) => {
      const runId = await one.start({ proteins: fasta(2) });
      await world.whole((workers) => evaluateNodes(world.deps, workers));
      await world.whole((workers) => launchChildren(world.deps, workers));
      return runId;
    };
    const activeOf = (workspaceId: string) => world.jobs.active().filter(({ job }) => job.workspaceId === workspaceId);
    const left = async (state: string) => {
      const { rows } = await world.db.query(`select count(*) from children where state = $1 and workspace_id = $2`, [
        state,
        huge.workspaceId,
      ]);
      return rows[0].count as number;
    };

    await world.whole((workers) => evaluateNodes(world.deps, workers));
    const first = await runOf(small);
    expect(activeOf(small.workspaceId)).toHaveLength(2);
    expect(await left('PLANNED')).toBeGreaterThan(400);

    await world.settle();
    const done = [...activeOf(huge.workspaceId), ...activeOf(small.workspaceId)];
    for (const { job, request } of done) await world.jobs.complete(job, described(request, job) as object);
    for (const event of world.jobs.events) await world.onJob(event);
    await world.whole((workers) => collectResults(world.deps, workers));
    expect((await small.run(first)).nodes[1]).toMatchObject({ done: 2 });
    expect(await left('ENDED')).toBeGreaterThan(500);

    // Both runs are cancelled while jobs is unavailable: stopping their children is left to the loop.
    const { cancelMany } = world.deps.jobs;
    const second = await huge.start({ proteins: fasta(200) });
    const third = await runOf(small);
    await world.settle();
    world.deps.jobs.cancelMany = () => Promise.reject(new Fault('service_unavailable', 'Away.'));
    await world.workflows.cancel({ runId: second }, huge.scope);
    await world.workflows.cancel({ runId: third }, small.scope);
    world.deps.jobs.cancelMany = cancelMany;
    await world.whole((workers) => stopJobs(world.deps, workers));
    expect(activeOf(small.workspaceId)).toEqual([]);
    expect(activeOf(huge.workspaceId).length).toBeGreaterThan(100);
    expect((await huge.run(hugeRun)).run!.status).toBe('RUN_STATUS_COMPLETED');
  });
});

type World = Awaited<ReturnType<typeof startWorkflows>>;

async function candidatesOf(
  workflows: World['workflows'],
  runId: string,
  scope: object,
  onPage: (page: Curation) => void,
): Promise<Curation> {
  const candidates: Curation['candidates'] = [];
  for (let after = ''; ; ) {
    const page = await workflows.getCuration({ runId, after }, scope);
    onPage(page);
    candidates.push(...page.candidates);
    if (page.next === '') return { ...page, candidates };
    after = page.next;
  }
}
