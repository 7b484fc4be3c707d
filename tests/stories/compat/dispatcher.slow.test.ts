// @module-tag pipelines

import { readOfTools } from '@rotamer/test-support/shippedWorkflows.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { protocolsUrl } from './runPython.ts';

const globins = readOfTools('testdata', 'globins45.fasta');
const [first, second] = globins.split(/^(?=>)/m) as [string, string];

let workspace: Workspace;
let database: string;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
  database = (await workspace.client.upload<{ id: string }>('globins.fasta', globins)).body.id;
});

async function text(path: string, init?: RequestInit): Promise<string> {
  return (await fetch(`${protocolsUrl()}/k/${workspace.key.key}/Tools/services/rest/${path}`, init)).text();
}

/** Runs a service with the steps of EMBL-EBI's clients. Returns the result `out`. */
async function run(service: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ email: 'me@example.org', ...fields });
  const jobId = await text(`${service}/run`, { method: 'POST', body });
  expect(jobId).toMatch(new RegExp(`^${service}-`));
  await waitFor('the job to end', async () => !/RUNNING|QUEUED/.test(await text(`${service}/status/${jobId}`)), {
    everyMs: 500,
  });
  expect(await text(`${service}/status/${jobId}`)).toBe('FINISHED');
  expect(await text(`${service}/resulttypes/${jobId}`)).toContain('<identifier>out</identifier>');
  return text(`${service}/result/${jobId}/out`);
}

describe.concurrent('the services of the Job Dispatcher', () => {
  it('searches with ncbiblast and hmmer3_phmmer', async () => {
    const program = { program: 'blastp', stype: 'protein', exp: '0.001' };
    expect(await run('ncbiblast', { ...program, database, sequence: first })).toContain('MYG_ESCGI');
    expect(await run('hmmer3_phmmer', { database, sequence: first })).toContain('MYG_ESCGI');
  });

  it('searches a saved genome with hmmer3_nhmmer', async () => {
    const genome = readOfTools('testdata', 'NC_005816.fna');
    const { id } = (await workspace.client.upload<{ id: string }>('plasmid.fna', genome)).body;
    const sequence = `>part\n${genome.split('\n').slice(1).join('').slice(1_000, 1_300)}\n`;
    expect(await run('hmmer3_nhmmer', { database: id, sequence })).toMatch(/^part\t\S+\t/m);
  });

  it('scans a saved profile with hmmer3_hmmscan', async () => {
    const hmm = await workspace.client.upload<{ id: string }>('fn3.hmm', readOfTools('testdata', 'fn3.hmm'));
    const out = await run('hmmer3_hmmscan', { database: hmm.body.id, sequence: first, cut_ga: 'false' });
    expect(out).toContain('c-Evalue');
  });

  it.each(['clustalo', 'muscle', 'kalign'])('aligns with %s, by default in the format of Clustal', async (service) => {
    const out = await run(service, { sequence: first + second });
    expect(out).toMatch(/^CLUSTAL/);
    expect(out).toMatch(/^MYG_ESCGI +VLSDAEWQ/m);
  });

  it('aligns with mafft in FASTA', async () => {
    expect(await run('mafft', { sequence: first + second, format: 'fasta' })).toMatch(/^>MYG_ESCGI/m);
  });

  it.each(['emboss_needle', 'emboss_water'])('aligns a pair with %s, in the format pair', async (service) => {
    const out = await run(service, { asequence: first, bsequence: second, stype: 'protein' });
    expect(out).toContain('# Matrix: EBLOSUM62');
    expect(out).toMatch(/^# 1: MYG_ESCGI/m);
  });
});
