// @module-tag slow-stories

import { expectSum, readOfTools as read, review } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const proteins = ['globins3', 'ubiquitin', 'lysozyme', 'gfp', 'insulin'].map((name) =>
  read('testdata', `${name}.fasta`),
);
const library = read('testdata', 'kinase_library.smi');
const imatinib = library.split('\n')[0]!;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
});

describe('the workflow peptide-candidates', () => {
  it('finds the hydrophilic peptides of seven proteins, and describes the chosen ones', async () => {
    const { candidates, itemsOf, approve } = await review(workspace, 'peptide-candidates', {
      proteins: proteins.join(''),
    });
    expect([itemsOf('digest'), itemsOf('usable'), itemsOf('top')]).toEqual([49, 28, 10]);
    expect(candidates.slice(0, 3).map(({ label }) => label)).toEqual(['EGIPPDQQR', 'HGLDNYR', 'GHPETLEK']);
    expect(candidates.slice(0, 3).map(({ metrics }) => metrics.mono_mh)).toEqual([
      expect.closeTo(1039.5167, 3),
      expect.closeTo(874.4166, 3),
      expect.closeTo(910.4629, 3),
    ]);
    const run = await approve(3);
    expect(run.status).toBe('COMPLETED');
    expect(run.jobs.filter(({ node_id }) => node_id === 'properties')).toHaveLength(3);
    expectSum(run);
    expect(run.actual_credits).toBe(5);
  });
});

describe('the workflow ligand-triage', () => {
  it('ranks the drug-like molecules of a library by their similarity to imatinib', async () => {
    const { candidates, approve } = await review(workspace, 'ligand-triage', { library, query: imatinib });
    const ranking = candidates.map(({ metrics }) => [metrics.name, Math.round(Number(metrics.tanimoto) * 1e4) / 1e4]);
    expect(ranking).toEqual([
      ['imatinib', 1],
      ['dasatinib', 0.2745],
      ['bortezomib', 0.1979],
      ['sorafenib', 0.1959],
      ['gefitinib', 0.1682],
      ['paracetamol', 0.1486],
      ['erlotinib', 0.1313],
      ['ibuprofen', 0.125],
      ['aspirin', 0.0988],
      ['caffeine', 0.0976],
    ]);
    const run = await approve(2);
    expect(run.jobs.filter(({ node_id }) => node_id === 'conformers')).toHaveLength(2);
    expect(run.status).toBe('COMPLETED');
    expectSum(run);
  });
});
