import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import type { Definition } from './definition/schema.ts';
import { chemist, library, thin, triage } from './testing/definitions.ts';
import { PRICE } from './testing/fakeJobs.ts';
import { startWorkflows, type Worker } from './testing/startWorkflows.ts';

const FASTA = '>a first\nMKV\n>b\nMKL\n';

const described: Worker = ({ inputs }) => ({
  rows: { properties: inputs.map(({ label }) => ({ value: { id: label, length: 3 } })) },
});

/** A run of `triage` at its checkpoint. */
async function atCheckpoint() {
  const world = await startWorkflows();
  const owner = await world.published(triage);
  const runId = await owner.start({ library });
  await world.settle(chemist);
  const curation = await world.workflows.getCuration({ runId }, owner.scope);
  const decide = (approved: string[], more = {}) =>
    world.workflows.decide(
      { runId, candidateSetDigest: curation.candidateSetDigest, approvedCandidateIds: approved, ...more },
      owner.scope,
    );
  return { ...world, owner, runId, curation, ids: curation.candidates.map(({ id }) => id), decide };
}

describe('a run', () => {
  it('goes from its input through a tool to its results', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    const runId = await owner.start({ proteins: FASTA }, { name: 'Two proteins' });
    await world.settle(described);
    const { run, nodes, children } = await owner.run(runId);
    expect(run).toMatchObject({ name: 'Two proteins', status: RunStatus.COMPLETED, revisionId: owner.revisionId });
    expect(run!.attempts).toMatchObject([{ number: 1, chargedMillicredits: PRICE, heldMillicredits: 0 }]);
    expect(nodes).toMatchObject([
      { id: 'proteins', type: 'input', status: 'NODE_STATUS_COMPLETED', items: 2 },
      { id: 'props', done: 1, waiting: 0, active: 0, failed: 0, skipped: 0 },
      { id: 'out', items: 2 },
    ]);
    expect(children).toMatchObject([
      {
        nodeId: 'props',
        n: 0,
        status: 'CHILD_STATUS_COMPLETED',
        tool: 'protein-properties',
        chargedMillicredits: PRICE,
      },
    ]);
    const { request, job } = world.jobs.all()[0]!;
    expect(request.name).toBe('Two proteins · props');
    expect(request.inputs).toMatchObject([
      { slotId: 'sequences', kind: 'protein', format: 'FASTA', label: 'a', content: '>a first\nMKV\n' },
      { label: 'b', content: '>b\nMKL\n' },
    ]);
    expect(job.parentRef).toBe(`${run!.attempts[0]!.id}/props/0`);
    const results = await world.workflows.getResults({ runId }, owner.scope);
    expect(results.nodes.map(({ nodeId, resultAvailable }) => [nodeId, resultAvailable])).toEqual([
      ['proteins', false],
      ['props', true],
      ['out', true],
    ]);
    expect(results.nodes[2]!.items).toMatchObject([
      { label: 'a', metricsJson: '{"id":"a","length":3}', jobId: children[0]!.jobId },
      { label: 'b' },
    ]);
  });

  it('filters, ranks, waits for a selection, and fans out over the selected items', async () => {
    const { workflows, settle, owner, runId, curation, ids, decide, jobs } = await atCheckpoint();
    expect((await owner.run(runId)).run).toMatchObject({ status: RunStatus.PAUSED });
    expect(curation).toMatchObject({ nodeId: 'review', title: 'Choose molecules', instructions: 'At most two.' });
    expect(curation.candidates.map(({ item }) => item!.label)).toEqual(['m400', 'm300', 'm200']);
    await expect(workflows.continue({ runId }, owner.scope)).rejects.toThrow('No selection is recorded');
    const criteria = { filters: { min_amw: 200, chosen: ['by', { eye: true }] }, sort: [{ field: 'amw' }] };
    const decided = await decide([ids[2]!, ids[0]!], { note: 'the ends', criteriaJson: JSON.stringify(criteria) });
    expect(JSON.parse(decided.decision!.criteriaJson)).toEqual(criteria);
    expect(decided.decision).toMatchObject({
      decidedBy: owner.userId,
      approvedCandidateIds: [ids[0], ids[2]],
      rejectedCandidateIds: [ids[1]],
      note: 'the ends',
    });
    await settle(chemist);
    expect((await owner.run(runId)).run).toMatchObject({ status: RunStatus.PAUSED });
    await workflows.continue({ runId }, owner.scope);
    await settle(chemist);
    const { run, children } = await owner.run(runId);
    expect(run).toMatchObject({ status: RunStatus.COMPLETED, attempts: [{ chargedMillicredits: 3 * PRICE }] });
    expect(children.filter(({ nodeId }) => nodeId === 'conf').map(({ itemLabel }) => itemLabel)).toEqual([
      'm400',
      'm200',
    ]);
    expect(
      jobs
        .all()
        .filter(({ request }) => request.tool === 'conformer-generation')
        .map(({ request }) => request.inputs[0]!.content),
    ).toEqual(['CCCC m400\n', 'CC m200\n']);
    const { nodes } = await workflows.getResults({ runId }, owner.scope);
    expect(nodes.at(-1)!.items.map(({ content }) => content?.$case)).toEqual(['artifact', 'artifact']);
  });

  it('joins records with the rows about them', async () => {
    const world = await startWorkflows();
    const { nodes, edges } = triage;
    const owner = await world.published({
      nodes: [
        ...nodes.slice(0, 3),
        { id: 'known', type: 'join', on: { items: 'name', with: 'name' } },
        { id: 'heavy', type: 'join', on: { items: 'name', with: 'name' }, keep: 'unmatched' },
        { id: 'out', type: 'output' },
      ],
      edges: [
        ...edges.slice(0, 2),
        { source: 'library', target: 'known' },
        { source: 'light', target: 'known', target_slot: 'with' },
        { source: 'library', target: 'heavy', target_slot: 'items' },
        { source: 'light', target: 'heavy', target_slot: 'with' },
        { source: 'known', target: 'out' },
        { source: 'heavy', target: 'out' },
      ],
    });
    const runId = await owner.start({ library });
    await world.settle(chemist);
    const { nodes: results } = await world.workflows.getResults({ runId }, owner.scope);
    const { items } = results.at(-1)!;
    expect(items.map(({ label }) => label)).toEqual(['m100', 'm200', 'm300', 'm400', 'm600']);
    expect(items[1]).toMatchObject({ kind: 'smiles', content: { $case: 'text', value: 'CC m200\n' } });
    expect(JSON.parse(items[1]!.metricsJson)).toEqual({ name: 'm200', amw: 200, canonical_smiles: 'CC' });
    expect(JSON.parse(items[4]!.metricsJson)).toEqual({ name: 'm600' });
    const { rows } = await world.db.query('select sources from items where id = $1', [items[1]!.id]);
    expect(rows[0].sources).toHaveLength(2);
  });

  it('passes a large file of a job to the next job by its key in the store', async () => {
    const world = await startWorkflows();
    const owner = await world.published({
      nodes: [
        { id: 'library', type: 'input', kind: 'smiles' },
        { id: 'conf', type: 'tool', tool: 'conformer-generation' },
        { id: 'desc', type: 'tool', tool: 'molecule-descriptors' },
        { id: 'out', type: 'output' },
      ],
      edges: [
        { source: 'library', target: 'conf' },
        { source: 'conf', source_port: 'conformers', target: 'desc' },
        { source: 'desc', source_port: 'descriptors', target: 'out' },
      ],
    });
    const molfile = `one\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n    0.0000    0.0000    0.0000 C   0  0\nM  END\n$$$$\n`;
    const content = molfile.repeat(20_000);
    await owner.start({ library });
    await world.settle(({ tool }) =>
      tool === 'conformer-generation'
        ? { files: { conformers: [{ name: 'conformers-0001.sdf', content, format: 'SDF' }] } }
        : undefined,
    );
    const [input] = world.jobs.all()[1]!.request.inputs;
    expect(input!.content).toBeUndefined();
    expect(input!.source!.source).toMatchObject({
      $case: 'artifact',
      value: { size: content.length, molecules: 20_000 },
    });
    expect(JSON.stringify(input!.source).length).toBeLessThan(1_000);
  });

  it('launches each child once, also if every event and pass is repeated', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    const runId = await owner.start({ proteins: FASTA });
    await world.settle();
    await world.db.query(`update children set state = 'LAUNCHING', try_at = now(), accepted = false`);
    await world.db.query(`update nodes set active = 0`);
    await world.settle(described);
    for (const event of [...world.jobs.events, ...world.jobs.events.toReversed()]) await world.onJob(event);
    await world.settle(described);
    expect(world.jobs.all()).toHaveLength(1);
    expect(world.jobs.submissions()).toBe(2);
    expect((await owner.run(runId)).run).toMatchObject({
      status: RunStatus.COMPLETED,
      attempts: [{ chargedMillicredits: PRICE }],
    });
  });

  it('continues with the rest when some jobs fail or are refused', async () => {
    const world = await startWorkflows();
    const definition: Definition = {
      ...thin,
      nodes: thin.nodes.map((node) => (node.type === 'tool' ? { ...node, mode: 'each' } : node)),
    };
    const owner = await world.published(definition);
    const runId = await owner.start({ proteins: '>a\nMKV\n>b\nMKL\n>c bad input\nM1\n' });
    await world.settle((request, job) =>
      request.inputs[0]!.label === 'b' ? 'no such residue' : described(request, job),
    );
    const { run, nodes, children } = await owner.run(runId);
    expect(run!.status).toBe(RunStatus.COMPLETED_WITH_ERRORS);
    expect(nodes[1]).toMatchObject({ status: 'NODE_STATUS_COMPLETED_WITH_ERRORS', done: 1, failed: 2 });
    expect(children.map(({ status, error }) => [status, error])).toEqual([
      ['CHILD_STATUS_COMPLETED', undefined],
      ['CHILD_STATUS_FAILED', 'no such residue'],
      ['CHILD_STATUS_FAILED', 'input.inputs[0].content: line 1: bad input'],
    ]);
  });

  it('waits at the limit of active jobs, and takes the place of a job that ended', async () => {
    const world = await startWorkflows();
    world.jobs.limits.concurrent = 1;
    const definition: Definition = {
      ...thin,
      nodes: thin.nodes.map((node) => (node.type === 'tool' ? { ...node, mode: 'each' } : node)),
    };
    const owner = await world.published(definition);
    const runId = await owner.start({ proteins: FASTA });
    await world.settle();
    expect((await owner.run(runId)).nodes[1]).toMatchObject({ waiting: 1, active: 1 });
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.RUNNING);
    await world.settle(described);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.COMPLETED);
  });

  it('pauses for credits and resumes by itself when the workspace is funded', async () => {
    const world = await startWorkflows();
    world.jobs.limits.credits = 0;
    const owner = await world.published(thin);
    const runId = await owner.start({ proteins: FASTA });
    await world.settle(described);
    expect((await owner.run(runId)).run!.attempts[0]!.pause).toMatchObject({
      reason: 'PAUSE_REASON_INSUFFICIENT_CREDITS',
      nodeId: 'props',
    });
    world.jobs.limits.credits = PRICE;
    const value = BillingEvent.encode({
      eventId: 'evt_1',
      workspaceId: owner.workspaceId,
      occurredAt: new Date(),
      type: BillingEventType.FUNDS_AVAILABLE,
      availableMillicredits: PRICE,
    }).finish();
    const message = {
      key: owner.workspaceId,
      eventId: 'evt_1',
      type: BillingEventType.FUNDS_AVAILABLE,
      occurredAt: new Date(),
      traceparent: '',
      value,
    };
    await world.onBilling(message);
    await world.onBilling(message);
    await world.settle(described);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.COMPLETED);
  });

  it('gets no cap after a pause if it had none', async () => {
    const world = await startWorkflows();
    world.jobs.limits.credits = 0;
    const owner = await world.published(thin);
    const runId = await owner.start({ proteins: FASTA });
    await world.settle(described);
    await expect(world.workflows.continue({ runId, maxMillicredits: 5_000 }, owner.scope)).rejects.toThrow(
      'max_credits: cannot be set: the run was started without a cap',
    );
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.PAUSED);
  });

  it('pauses at its cap, and continues with a higher one', async () => {
    const world = await startWorkflows();
    Object.assign(world.jobs.limits, { credits: 0, creditLimit: 'max_credits' });
    const owner = await world.published(thin, { max_credits: 1 });
    const runId = await owner.start({ proteins: FASTA });
    await world.settle(described);
    expect((await owner.run(runId)).run!.attempts[0]).toMatchObject({
      pause: { reason: 'PAUSE_REASON_MAX_CREDITS' },
      maxMillicredits: 1_000,
    });
    await expect(world.workflows.continue({ runId, maxMillicredits: 500 }, owner.scope)).rejects.toThrow(
      'max_credits: must be at least 1, the present cap',
    );
    world.jobs.limits.credits = PRICE;
    await world.workflows.continue({ runId, maxMillicredits: 5_000 }, owner.scope);
    expect([...world.budgets.values()]).toEqual([5_000]);
    await world.settle(described);
    expect((await owner.run(runId)).run).toMatchObject({
      status: RunStatus.COMPLETED,
      attempts: [{ maxMillicredits: 5_000 }],
    });
  });

  it('stops its jobs when it is cancelled, and returns their total cost', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    const runId = await owner.start({ proteins: FASTA });
    await world.settle();
    const answer = await world.workflows.cancel({ runId }, owner.scope);
    expect(answer).toMatchObject({
      chargedMillicredits: 0,
      refundedMillicredits: PRICE,
      unsettledJobs: 0,
      run: { run: { status: RunStatus.CANCELLED } },
    });
    await world.settle(described);
    expect(world.jobs.active()).toEqual([]);
    expect(await world.workflows.cancel({ runId }, owner.scope)).toMatchObject({ refundedMillicredits: PRICE });
    expect((await owner.run(runId)).nodes[1]).toMatchObject({
      status: 'NODE_STATUS_CANCELLED',
      failed: 1,
      active: 0,
      waiting: 0,
    });
  });

  it('is started once for one idempotency key; another body with that key is refused', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    const submissionId = randomUUID();
    const [one, other] = await Promise.all([
      owner.start({ proteins: FASTA }, { submissionId }),
      owner.start({ proteins: FASTA }, { submissionId }),
    ]);
    expect(other).toBe(one);
    await expect(owner.start({ proteins: '>c\nMKV\n' }, { submissionId })).rejects.toThrow('idempotency key');
    const { rows } = await world.db.query('select count(*)::int as runs from runs');
    expect(rows[0].runs).toBe(1);
  });

  it('is refused for invalid inputs and for an outdated revision', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    await expect(owner.start({})).rejects.toThrow('input_data.proteins: is missing');
    await expect(owner.start({ proteins: FASTA, more: 'x' })).rejects.toThrow(
      "the workflow has no input 'more'; its inputs are: proteins",
    );
    await expect(owner.start({ proteins: FASTA }, { expectedRevisionId: 'wfrev_1' })).rejects.toThrow(
      'The published revision of the workflow has changed.',
    );
  });
});

describe('a selection', () => {
  it('is refused with outdated or unknown candidates, or when it contradicts an earlier one', async () => {
    const { workflows, runId, owner, curation, ids, decide } = await atCheckpoint();
    const candidateSetDigest = curation.candidateSetDigest.replace(/^./, (c) => (c === '0' ? '1' : '0'));
    await expect(decide([ids[0]!], { candidateSetDigest })).rejects.toMatchObject({
      details: { reason: 'stale_digest' },
    });
    await expect(decide([ids[0]!, 'itm_unknown'])).rejects.toMatchObject({
      details: { reason: 'unknown_candidate', ids: ['itm_unknown'] },
    });
    await expect(decide([])).rejects.toThrow('must name at least one candidate');
    expect((await workflows.getCuration({ runId }, owner.scope)).decision).toBeUndefined();
    const outcomes = await Promise.allSettled([decide([ids[0]!]), decide([ids[1]!]), decide([ids[2]!])]);
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.details.reason)).toEqual(['already_decided', 'already_decided']);
    const { decision } = await workflows.getCuration({ runId }, owner.scope);
    expect((await decide(decision!.approvedCandidateIds)).decision).toEqual(decision);
    await workflows.continue({ runId }, owner.scope);
    expect((await decide(decision!.approvedCandidateIds)).decision).toEqual(decision);
    await expect(decide(ids)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('needs permission to run the workflow', async () => {
    const { workflows, operator, owner, runId, curation, ids, user } = await atCheckpoint();
    const { workspaceId, workflowId } = owner;
    const member = user({ workspaceId });
    const request = { runId, candidateSetDigest: curation.candidateSetDigest, approvedCandidateIds: ids };
    await expect(workflows.decide(request, member.scope)).rejects.toThrow('No such workflow run.');
    await operator.grant({ workspaceId, workflowId, userId: member.userId, access: 'ACCESS_VIEW' });
    await expect(workflows.decide(request, member.scope)).rejects.toMatchObject({ code: 'forbidden' });
    const rest = { what: { $case: 'rest' as const, value: { runId } } };
    await expect(workflows.quote(rest, member.scope)).rejects.toMatchObject({ code: 'forbidden' });
    await operator.grant({ workspaceId, workflowId, userId: member.userId, access: 'ACCESS_RUN' });
    expect((await workflows.decide(request, member.scope)).decision).toMatchObject({ decidedBy: member.userId });
    const stranger = user();
    await expect(workflows.getCuration({ runId }, stranger.scope)).rejects.toThrow('No such workflow run.');
  });
});

describe('a retry', () => {
  /** A run of `triage` whose conformers all failed. */
  async function failed() {
    const world = await atCheckpoint();
    await world.decide(world.ids);
    await world.workflows.continue({ runId: world.runId }, world.owner.scope);
    await world.settle((request, job) =>
      request.tool === 'conformer-generation' ? 'no conformer' : chemist(request, job),
    );
    const retry = (more: object, submissionId: string = randomUUID()) =>
      world.workflows.retry(
        { submissionId, runId: world.runId, mode: 'ATTEMPT_MODE_FROM_FAILED_NODE', nodeId: 'conf', ...more },
        world.owner.scope,
      );
    return { ...world, retry };
  }

  it('reuses results and the selection before a failed node, and starts no job for them', async () => {
    const { owner, runId, settle, retry, jobs } = await failed();
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.FAILED);
    const before = jobs.all().length;
    const submissionId = randomUUID();
    const { reuse, run } = await retry({}, submissionId);
    expect(reuse.map(({ nodeId, verdict }) => [nodeId, verdict])).toEqual([
      ...['library', 'desc', 'light', 'top', 'review'].map((id) => [id, ReuseVerdict.REUSED]),
      ...['conf', 'out'].map((id) => [id, ReuseVerdict.RUNS_AGAIN]),
    ]);
    expect(await retry({}, submissionId)).toMatchObject({ replayed: true, run: { attemptId: run!.attemptId } });
    await settle(chemist);
    const after = (await owner.run(runId)).run!;
    expect(after.attempts.map(({ status, chargedMillicredits }) => [status, chargedMillicredits])).toEqual([
      [RunStatus.FAILED, PRICE],
      [RunStatus.COMPLETED, 3 * PRICE],
    ]);
    expect(jobs.all()).toHaveLength(before + 3);
  });

  it('repeats everything when it begins from the start', async () => {
    const { owner, runId, settle, retry, jobs } = await failed();
    const before = jobs.all().length;
    await retry({ mode: 'ATTEMPT_MODE_FROM_START', nodeId: '' });
    await settle(chemist);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.PAUSED);
    expect(jobs.all()).toHaveLength(before + 1);
  });

  it('is refused, and names the difference, when a result cannot be reused', async () => {
    const { retry, jobs, blobs } = await failed();
    jobs.versions['molecule-descriptors'] = '99.0.0';
    await expect(retry({})).rejects.toMatchObject({
      details: { reason: 'reuse_failed', node_id: 'desc', difference: 'new_tool_version' },
    });
    delete jobs.versions['molecule-descriptors'];
    const { job } = jobs.all().find(({ request }) => request.tool === 'molecule-descriptors')!;
    await blobs.put(job.manifest!.key, '{}');
    await expect(retry({})).rejects.toMatchObject({ details: { node_id: 'desc', difference: 'no_result' } });
  });

  it('needs a run that has ended and a node that has failed', async () => {
    const { workflows, owner, runId } = await atCheckpoint();
    const request = { submissionId: randomUUID(), runId, mode: 'ATTEMPT_MODE_FROM_START' as const };
    await expect(workflows.retry(request, owner.scope)).rejects.toMatchObject({
      details: { current_status: 'PAUSED' },
    });
    const { retry } = await failed();
    await expect(retry({ nodeId: 'desc' })).rejects.toMatchObject({ details: { reason: 'node_not_failed' } });
    await expect(retry({ nodeId: 'nowhere' })).rejects.toThrow('node_id: is not a node of this workflow');
  });

  it('begins one attempt when two are requested at the same time', async () => {
    const { retry, owner, runId } = await failed();
    const outcomes = await Promise.allSettled([retry({}), retry({})]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.run(runId)).run!.attempts).toHaveLength(2);
  });
});

describe('a workflow', () => {
  it('is listed and shown to users who may see it, with their access', async () => {
    const world = await startWorkflows();
    const owner = await world.published(thin);
    const member = world.user({ workspaceId: owner.workspaceId });
    expect((await world.workflows.list({ limit: 10 }, member.scope)).workflows).toEqual([]);
    const { workspaceId, workflowId } = owner;
    await world.operator.grant({ workspaceId, workflowId, userId: member.userId, access: 'ACCESS_RUN' });
    expect((await world.workflows.list({ limit: 10 }, member.scope)).workflows).toMatchObject([
      { id: workflowId, access: 'ACCESS_RUN' },
    ]);
    await expect(world.workflows.validate({ workflowId, definitionJson: '{}' }, member.scope)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const judged = await world.workflows.validate({ workflowId, definitionJson: JSON.stringify(triage) }, owner.scope);
    expect(judged).toMatchObject({ valid: true, graphErrors: [], readinessIssues: [] });
    expect(JSON.parse((await world.workflows.get({ workflowId }, member.scope)).definitionJson)).toEqual(thin);
    const next = await world.operator.publish({
      workspaceId,
      workflowId,
      name: 'Triage 2',
      definitionJson: JSON.stringify(triage),
    });
    expect(next.workflowId).toBe(workflowId);
    expect((await world.workflows.get({ workflowId }, owner.scope)).workflow).toMatchObject({
      name: 'Triage 2',
      revisionNumber: 2,
      revisionId: next.revisionId,
    });
    await expect(
      world.operator.publish({ workspaceId, name: 'x', definitionJson: '{"nodes":[],"edges":[]}' }),
    ).rejects.toThrow('definition.nodes: The workflow has no input node.');
    await expect(world.workflows.get({ workflowId: newId('wf', new Date()) }, owner.scope)).rejects.toThrow(
      'No such workflow.',
    );
  });
});
