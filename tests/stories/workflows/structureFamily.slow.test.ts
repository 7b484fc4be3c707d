// @module-tag pipelines

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { File, WorkflowItem, WorkflowRunResult } from '@rotamer/test-support/resources.ts';
import { publish, startRun, waitForRun } from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const tools = join(import.meta.dirname, '../../../tools');
const structure = (name: string) => readFileSync(join(tools, 'testdata/structures', name), 'utf8');

const REFERENCE = 'd1cih__.pdb';
const cytochromes = [REFERENCE, ...['d1crj__', 'd1m60a_'].map((id) => `${id}.pdb`)];
const others = ['1ubq.pdb'];
const trace = structure('1ubq.pdb')
  .split('\n')
  .filter((line) => line.startsWith('ATOM') && line.slice(12, 16) === ' CA ')
  .join('\n');

const ended = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED'];

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

describe('the workflow structure-family', () => {
  it('aligns three cytochromes, drops another fold, and skips a file of alpha carbons', async () => {
    const { client } = workspace;
    const { definition, ...more } = JSON.parse(readFileSync(join(tools, 'workflows/structure-family.json'), 'utf8'));
    const { workflow_id } = await publish(workspace, definition, more);
    const upload = async (name: string, text: string) => (await client.upload<File>(name, text)).body.id;
    const file_ids: string[] = [];
    for (const name of [...cytochromes, ...others]) file_ids.push(await upload(name, structure(name)));
    file_ids.push(await upload('trace.pdb', trace));
    const started = await startRun(client, workflow_id, {
      input_data: {
        reference: { method: 'files', file_ids: [file_ids[0]] },
        structures: { method: 'files', file_ids },
      },
    });
    const run = await waitForRun(client, started.body.id, ended, 500_000);
    expect(run.status).toBe('COMPLETED_WITH_ERRORS');

    const failed = run.jobs
      .filter(({ status }) => status !== 'COMPLETED')
      .map(({ node_id, index }) => [node_id, index]);
    expect(failed).toEqual([
      ['secondary_structure', 4],
      ['surface', 4],
      ['quality', 4],
    ]);
    const { nodes } = (await client.get<WorkflowRunResult>(`/workflow-runs/${run.id}/results`)).body;
    const result = nodes.find(({ node_id }) => node_id === 'result')!.items;
    const rows = (field: string) => result.filter(({ metrics }) => Object.hasOwn(metrics, field));
    const scores = (items: WorkflowItem[]) => items.map(({ metrics }) => Number(metrics.tm_score_reference));

    expect(run.nodes.find(({ id }) => id === 'related')!.items).toBe(3);
    const [same, left] = [true, false].map((isRelated) =>
      rows('tm_score_reference').filter(({ metrics }) => Number(metrics.tm_score_reference) >= 0.5 === isRelated),
    ) as [WorkflowItem[], WorkflowItem[]];
    expect(same.map(({ metrics }) => metrics.mobile)).toEqual(cytochromes);
    expect(Math.min(...scores(same))).toBeGreaterThanOrEqual(0.87);
    expect(Math.max(...scores(same))).toBe(1);
    expect(left.map(({ metrics }) => metrics.mobile)).toEqual([...others, 'trace.pdb']);
    for (const score of scores(left)) expect(score).toBeLessThan(0.35);
    expect(rows('ss_string')).toHaveLength(4);
    const pairs = rows('chain_a');
    expect(pairs).toHaveLength(3);
    expect(new Set(pairs.flatMap(({ metrics }) => [metrics.a, metrics.b]))).toEqual(new Set(cytochromes));
    expect(rows('entropy_bits').length).toBeGreaterThanOrEqual(108);
    const quality = rows('score').find(({ metrics }) => metrics.structure === '1ubq.pdb');
    expect(quality!.metrics.score).toBe(0.585933);
  });
});
