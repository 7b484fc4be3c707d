import { randomUUID } from 'node:crypto';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { Dataset, DatasetsDefinition, ReleaseState } from '@rotamer/proto/jobs/v1/datasets.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { type RetryRunRequest, ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/schema.ts';
import { thin } from '../testing/definitions.ts';
import { startWithCredits } from '../testing/startWithCredits.ts';
import { startWorkflows, type Worker } from '../testing/startWorkflows.ts';

/** Two searches of one dataset beside each other, and a tool that searches nothing. */
const searches: Definition = {
  nodes: [
    { id: 'proteins', type: 'input', kind: 'protein' },
    { id: 'left', type: 'tool', tool: 'blast-search', settings: { database: 'swissprot' } },
    { id: 'right', type: 'tool', tool: 'blast-search', settings: { database: 'swissprot' } },
    { id: 'props', type: 'tool', tool: 'protein-properties' },
    { id: 'all', type: 'collect' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'proteins', target: 'left', target_slot: 'queries' },
    { source: 'proteins', target: 'right', target_slot: 'queries' },
    { source: 'proteins', target: 'props' },
    { source: 'left', source_port: 'hits', target: 'all' },
    { source: 'right', source_port: 'hits', target: 'all' },
    { source: 'props', source_port: 'properties', target: 'all' },
    { source: 'all', target: 'out' },
  ],
};

const nodeOf = (parentRef = '') => parentRef.split('/')[1]!;

const done: Worker = ({ tool }) => ({
  rows: { [tool === 'blast-search' ? 'hits' : 'properties']: [{ value: { length: 3 } }] },
});

/** Returns a worker that fails at some nodes. */
const failing =
  (...nodeIds: string[]): Worker =>
  (request, job) =>
    nodeIds.includes(nodeOf(request.parentRef)) ? 'no luck' : done(request, job);

async function startSearching(definition = searches) {
  const world = await startWorkflows();
  const swissprot = Dataset.fromPartial({ id: 'swissprot', kind: 'protein-sequences' });
  world.datasets.push(swissprot);
  const importRelease = (release: string) =>
    swissprot.releases.unshift({
      ...Dataset.fromPartial({ releases: [{ release, sha256: `digest of ${release}` }] }).releases[0]!,
      state: ReleaseState.READY,
    });
  const retire = (release: string) => {
    swissprot.releases.find((each) => each.release === release)!.state = ReleaseState.RETIRED;
  };
  importRelease('2026_03');
  const owner = await world.published(definition);
  const start = () => owner.start({ proteins: '>a\nMKV\n' });
  const retry = (runId: string, more: Partial<RetryRunRequest> = { mode: 'ATTEMPT_MODE_FROM_START' }) =>
    world.workflows.retry({ submissionId: randomUUID(), runId, nodeId: '', ...more }, owner.scope);
  const retryFrom = (runId: string, nodeId: string) => retry(runId, { mode: 'ATTEMPT_MODE_FROM_FAILED_NODE', nodeId });
  /** Returns which release each search was submitted with, in order of the names of the nodes, since job `since`. */
  const searched = (since = 0) =>
    world.jobs
      .all()
      .slice(since)
      .filter(({ request }) => request.tool === 'blast-search')
      .map(({ request }) => `${nodeOf(request.parentRef)} ${JSON.parse(request.settingsJson).database}`)
      .toSorted();
  const statusOf = async (runId: string) => (await owner.run(runId)).run!.status;
  return { ...world, owner, swissprot, importRelease, retire, start, retry, retryFrom, searched, statusOf };
}

describe('a run that searches a dataset', () => {
  it('keeps its release in a retry from a failed node after a newer one was imported', async () => {
    const { start, settle, importRelease, retryFrom, searched, jobs, statusOf } = await startSearching();
    const runId = await start();
    importRelease('2026_04');
    await settle(failing('right'));
    expect(searched()).toEqual(['left swissprot@2026_03', 'right swissprot@2026_03']);
    const before = jobs.all().length;
    const { reuse } = await retryFrom(runId, 'right');
    expect(reuse.find(({ nodeId }) => nodeId === 'left')!.verdict).toBe(ReuseVerdict.REUSED);
    await settle(done);
    expect(searched(before)).toEqual(['right swissprot@2026_03']);
    expect(await statusOf(runId)).toBe(RunStatus.COMPLETED);
  });

  it('shows the release and digest of each node that searches', async () => {
    const { start, owner, importRelease } = await startSearching();
    const runId = await start();
    importRelease('2026_04');
    const { nodes } = await owner.run(runId);
    const pin = ['swissprot@2026_03', 'digest of 2026_03'];
    expect(nodes.map(({ id, dataset, datasetSha256 }) => [id, dataset, datasetSha256])).toEqual([
      ['proteins', undefined, undefined],
      ['left', ...pin],
      ['right', ...pin],
      ['props', undefined, undefined],
      ['all', undefined, undefined],
      ['out', undefined, undefined],
    ]);
  });

  it('keeps its release in a retry from the start, and leaves the newest to a new run', async () => {
    const { start, settle, importRelease, retry, searched, jobs } = await startSearching();
    const runId = await start();
    await settle(failing('right'));
    importRelease('2026_04');
    const first = jobs.all().length;
    await retry(runId);
    await settle(done);
    expect(searched(first)).toEqual(['left swissprot@2026_03', 'right swissprot@2026_03']);
    const second = jobs.all().length;
    await start();
    await settle(done);
    expect(searched(second)).toEqual(['left swissprot@2026_04', 'right swissprot@2026_04']);
  });

  it('reuses no result of another digest', async () => {
    const { start, settle, retryFrom, db } = await startSearching();
    const runId = await start();
    await settle(failing('right'));
    await db.query(`update runs set datasets = jsonb_set(datasets, '{left,sha256}', '"other"') where id = $1`, [runId]);
    await expect(retryFrom(runId, 'right')).rejects.toMatchObject({
      details: { reason: 'reuse_failed', node_id: 'left', difference: 'changed_settings' },
    });
  });

  it('is not started when a dataset is unknown, not granted or retired, and has no budget then', async () => {
    const { start, owner, retire, datasets, budgets, jobs, db, settle } = await startSearching();
    retire('2026_03');
    const refusal = (message: string) => ({
      code: 'conflict',
      message,
      details: { reason: 'dataset_unavailable', node_id: 'left', dataset: 'swissprot' },
    });
    await expect(start()).rejects.toMatchObject(
      refusal("Node 'left': no release of swissprot is ready; there are none."),
    );
    datasets.splice(0);
    const capped = () => owner.start({ proteins: '>a\nMKV\n' }, { maxMillicredits: 5_000 });
    await expect(capped()).rejects.toMatchObject(
      refusal("Node 'left': there is no dataset 'swissprot'; there are none."),
    );
    await settle(done);
    expect([budgets.size, jobs.submissions()]).toEqual([0, 0]);
    expect((await db.query('select id from runs')).rows).toEqual([]);
  });

  it('is not retried when its release is retired and a node that searches it runs again', async () => {
    const { start, settle, importRelease, retire, retry, retryFrom, statusOf, owner } = await startSearching();
    const runId = await start();
    await settle(failing('right'));
    importRelease('2026_04');
    retire('2026_03');
    const refusal = (nodeId: string) => ({
      code: 'conflict',
      message: `Node '${nodeId}': release '2026_03' of swissprot is retired; there are: swissprot@2026_04.`,
      details: { reason: 'dataset_unavailable', node_id: nodeId, dataset: 'swissprot@2026_03' },
    });
    await expect(retry(runId)).rejects.toMatchObject(refusal('left'));
    await expect(retryFrom(runId, 'right')).rejects.toMatchObject(refusal('right'));
    expect(await statusOf(runId)).toBe(RunStatus.COMPLETED_WITH_ERRORS);
    expect((await owner.run(runId)).run!.attempts).toHaveLength(1);
  });

  it('is retried when the results of its retired release are reused', async () => {
    const { start, settle, retire, retryFrom, statusOf } = await startSearching();
    const runId = await start();
    await settle(failing('props'));
    retire('2026_03');
    await retryFrom(runId, 'props');
    await settle(done);
    expect(await statusOf(runId)).toBe(RunStatus.COMPLETED);
  });

  it('searches as its nodes say when it began before runs had pins', async () => {
    const { start, settle, retire, importRelease, retryFrom, searched, jobs, db } = await startSearching();
    const runId = await start();
    await db.query(`update runs set datasets = default`);
    await settle(failing('right'));
    expect(searched()).toEqual(['left swissprot', 'right swissprot']);
    importRelease('2026_04');
    retire('2026_03');
    const before = jobs.all().length;
    await retryFrom(runId, 'right');
    await settle(done);
    expect(searched(before)).toEqual(['right swissprot']);
  });
});

it('starts a run with the inputs of an earlier one, in the newest release', async () => {
  const { start, settle, importRelease, searched, jobs, workflows, owner } = await startSearching();
  const runId = await start();
  await settle(done);
  importRelease('2026_04');
  const before = jobs.all().length;
  const { request, namesFiles } = await workflows.recall({ runId }, owner.scope);
  expect([request!.workflowId, namesFiles]).toEqual([owner.workflowId, false]);
  await workflows.start({ ...request!, submissionId: randomUUID() }, owner.scope);
  await settle(done);
  expect(searched(before)).toEqual(['left swissprot@2026_04', 'right swissprot@2026_04']);
  const contentOf = (place: number) => jobs.all()[place]!.request.inputs.map(({ content }) => content);
  expect(contentOf(before)).toEqual(contentOf(0));
});

it('starts a run that names no dataset while jobs is unavailable', async () => {
  const { start, deps } = await startSearching(thin);
  deps.tools = () => Promise.reject(new Fault('service_unavailable', 'Away.'));
  deps.datasets = { list: () => Promise.reject(new Fault('service_unavailable', 'Away.')) };
  expect(await start()).toMatch(/^run_/);
});

it('reports a dataset that the workspace cannot search as an issue of a draft', async () => {
  const { workflows, owner, retire } = await startSearching();
  const validate = () =>
    workflows.validate({ workflowId: owner.workflowId, definitionJson: JSON.stringify(searches) }, owner.scope);
  expect(await validate()).toMatchObject({ valid: true, readinessIssues: [] });
  retire('2026_03');
  const { valid, readinessIssues } = await validate();
  expect(valid).toBe(false);
  expect(readinessIssues.map(({ code, path }) => [code, path])).toEqual([
    ['dataset_unavailable', 'nodes[1].settings.database'],
    ['dataset_unavailable', 'nodes[2].settings.database'],
  ]);
});

it('submits the pinned release to jobs after a newer one was imported', async () => {
  const { jobs, owner, published, launch } = await startWithCredits(1_000);
  const admin = jobs.server.ask(DatasetsDefinition, 'operator');
  async function importRelease(release: string, sha256: string) {
    const named = { datasetId: 'swissprot', release };
    await admin.begin({ ...named, kind: 'protein-sequences' });
    await admin.change({ ...named, state: ReleaseState.BUILDING });
    await admin.change({ ...named, state: ReleaseState.READY, sha256, records: 3, residues: 30, bytes: 100 });
  }
  const { workspaceId } = owner;
  const searching = await published(searches, {}, { workspaceId });
  const start = () => searching.start({ proteins: '>a\nMKTAYIAKGHPETLEK\n' });
  await importRelease('2026_03', 'ab'.repeat(32));
  await expect(start()).rejects.toThrow("Node 'left': there is no dataset 'swissprot'; there are none.");
  await admin.grant({ datasetId: 'swissprot', addedWorkspaceIds: [workspaceId] });
  await start();
  await importRelease('2026_04', 'cd'.repeat(32));
  await launch();
  const { rows } = await jobs.db.query("select dataset, dataset_sha256 from jobs where tool = 'blast-search'");
  expect(rows).toEqual(Array(2).fill({ dataset: 'swissprot@2026_03', dataset_sha256: 'ab'.repeat(32) }));
});
