// @module-tag pipelines

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForJob } from '@rotamer/test-support/events.ts';
import type { Job, JobResult } from '@rotamer/test-support/resources.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const structures = join(import.meta.dirname, '../../../tools/testdata/structures');
const input = (slotId: string, name: string) => ({
  ...{ id: name, slotId, kind: 'structure', format: 'PDB', label: name, source: { type: 'text' } },
  content: readFileSync(join(structures, `${name}.pdb`), 'utf8'),
});

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 100 });
});

describe('a tool that a tool.yaml adds to the stack', () => {
  it('runs its program and ranks the models by the same scores as the program run by hand', async () => {
    const { client } = workspace;
    const inputs = [input('target', 'd1csu__'), ...['d1cih__', 'd1csx__'].map((name) => input('models', name))];
    const { id } = (await client.post<Job>('/jobs', { tool: 'cad-score', name: 'Cytochromes', input: { inputs } }))
      .body;
    const job = await waitForJob(client, id);
    expect(job).toMatchObject({ status: 'COMPLETED', progress: 100, error: null, credits_used: 1 });
    const { results, files } = (await client.get<JobResult>(`/results/${id}`)).body;
    const rows = results.map(({ value }) => value as Record<string, unknown>);
    expect(rows.map(({ model, score }) => [model, score])).toEqual([
      ['d1csx__', 0.858734],
      ['d1cih__', 0.802496],
    ]);
    expect(rows[0]).toMatchObject({ residues: 108, target_area: 6843.01, model_area: 6507.8 });
    expect(files.map(({ output_port_id }) => output_port_id)).toEqual(Array(2).fill('residue_scores'));
  });

  it('refuses what its slots do not accept before anything is charged', async () => {
    const bad = { ...input('models', 'd1cih__'), content: 'MKTAYIAKQR' };
    const body = { tool: 'cad-score', name: 'x', input: { inputs: [input('target', '1ubq'), bad] } };
    const { status, body: answer } = await workspace.client.post<{ error: { details: unknown } }>('/jobs', body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain('input.inputs[1].content');
  });

  it('has a page in the catalogue like other tools', async () => {
    const answer = await fetch(`${inject('stack').baseUrl}/tools/cad-score`);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    for (const text of [
      'CAD-score',
      '10.1002/prot.24172',
      '0.5 credits per model',
      'smoothing_window',
      'residue_scores',
    ])
      expect(page).toContain(text);
  });
});
