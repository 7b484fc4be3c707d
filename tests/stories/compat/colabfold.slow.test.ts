// @module-tag pipelines

import { readOfTools } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { protocolsUrl, runPython, withoutPython } from './runPython.ts';

const globins = readOfTools('testdata', 'globins45.fasta');
const sequences = globins
  .split(/^(?=>)/m)
  .slice(0, 2)
  .map((record) => record.trim().split('\n').slice(1).join(''));

let workspace: Workspace;
let database: string;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
  database = (await workspace.client.upload<{ id: string }>('globins.fasta', globins)).body.id;
});

describe.skipIf(withoutPython)('run_mmseqs2 of ColabFold', () => {
  it('returns the alignment of each query, in the order of the queries', { timeout: 480_000 }, async () => {
    const url = `${protocolsUrl()}/k/${workspace.key.key}/colabfold/${database}`;
    const { alignments } = await runPython<{ alignments: string[] }>('runMmseqs2.py', url, ...sequences);
    expect(alignments).toHaveLength(2);
    for (const [i, alignment] of alignments.entries()) {
      expect(alignment.startsWith(`>${101 + i}\n${sequences[i]}\n`)).toBe(true);
      expect(alignment.split('\n').filter((line) => line.startsWith('>')).length).toBeGreaterThan(20);
    }
  });

  it('ends with an error for a sequence that Rotamer refuses', async () => {
    const url = `${protocolsUrl()}/k/${workspace.key.key}/colabfold/${database}`;
    const { error } = await runPython<{ error: string }>('runMmseqs2.py', url, 'KVF1GRC');
    expect(error).toContain('MMseqs2 API is giving errors');
  });
});
