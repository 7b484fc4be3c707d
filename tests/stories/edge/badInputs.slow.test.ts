// @module-tag slow-stories

import type { Client } from '@rotamer/test-support/client.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { expectProblem } from '@rotamer/test-support/expectRefusal.ts';
import {
  alignmentOf,
  conformersOf,
  descriptorsOf,
  type JobRequest,
  propertiesOf,
} from '@rotamer/test-support/requests.ts';
import { type Job, milli } from '@rotamer/test-support/resources.ts';
import { alpha, beta, lysozyme } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const content = 'input.inputs[0].content';
const target = 'input.inputs[1].content';

/** Inputs refused by their text, before submission: description, request, path, reason. */
const refusedAtOnce: [string, JobRequest, string, RegExp][] = [
  ['nothing', propertiesOf(''), content, /^the content is empty$/],
  ['blanks', propertiesOf(' \n\n'), content, /^the content is empty$/],
  ['a wrong letter', propertiesOf('>a\nMKT12AY'), content, /^line 2: character '1' is not an amino acid code$/],
  ['junk', propertiesOf('{"not": "fasta"}'), content, /^line 1: a FASTA record starts with '>', found '{'$/],
  ['too long', propertiesOf(`>a\n${'M'.repeat(35_001)}`), content, /35001 residues, the limit is 35000/],
  ['too many', propertiesOf('>a\nM\n'.repeat(5_001)), content, /^line 10001: more than 5000 records$/],
  ['a wrong setting', propertiesOf(lysozyme, { settings: { charge_ph: 15 } }), 'settings.charge_ph', /14/],
  ['an unknown setting', propertiesOf(lysozyme, { settings: { colour: 1 } }), 'settings.colour', /no setting/],
  ['an unknown slot', withInput(propertiesOf(lysozyme), { slotId: 'x' }), 'input.inputs[0].slotId', /sequences/],
  ['a wrong kind', withInput(propertiesOf(lysozyme), { kind: 'dna' }), 'input.inputs[0].kind', /protein/],
  ['a wrong format', withInput(propertiesOf(lysozyme), { format: 'PDB' }), 'input.inputs[0].format', /FASTA/],
  ['what no slot can', withInput(propertiesOf(lysozyme), { cyclic: true }), 'input.inputs[0].cyclic', /not support/],
  ['no base64', withInput(propertiesOf('%%%'), { contentEncoding: 'base64' }), content, /base64/],
  ['no input at all', { ...propertiesOf(lysozyme), input: { inputs: [] } }, 'input.inputs', /at least 1/],

  ['nothing', alignmentOf(alpha, ''), target, /^the content is empty$/],
  ['a wrong letter', alignmentOf(alpha, '>a\nMK7'), target, /^line 2: character '7' is not an amino acid code$/],
  ['junk', alignmentOf('hello', beta), content, /^line 1: a FASTA record starts with '>', found 'h'$/],
  ['too long', alignmentOf(alpha, `>a\n${'M'.repeat(100_001)}`), target, /100001 residues, the limit is 100000/],
  ['too large a pair', alignmentOf(long('q'), long('t')), target, /10000 × 10000 residues exceed the limit/],
  ['two queries', alignmentOf(alpha + beta, beta), content, /more than 1 records/],

  ['nothing', descriptorsOf(''), content, /^the content is empty$/],
  [
    'too long',
    descriptorsOf('C'.repeat(1_501)),
    content,
    /^line 1: the SMILES has 1501 characters, the limit is 1500$/,
  ],
  ['too many', descriptorsOf('C\n'.repeat(10_001)), content, /^line 10001: more than 10000 molecules$/],
  ['junk', descriptorsOf('hello world'), content, /^line 1: 'hello' is not a SMILES/],
  ['junk', withInput(descriptorsOf('hello\nworld'), { kind: 'ligand', format: 'SDF' }), content, /no counts line/],

  ['nothing', conformersOf('', 1), content, /^the content is empty$/],
  ['too long', conformersOf('C'.repeat(1_501), 1), content, /1501 characters, the limit is 1500$/],
  ['too many', conformersOf('C\n'.repeat(201), 1), content, /^line 201: more than 200 molecules$/],
  ['a wrong setting', conformersOf('C', 51), 'settings.conformers', /50/],
];

/** Inputs with chemistry that only the tool can check: description, request, reason. */
const failsInTheTool: [string, JobRequest, RegExp][] = [
  ['an open ring', descriptorsOf('C1CC( world'), /line 1: molecule 'world': SMILES Parse Error/],
  ['a five-valent carbon', descriptorsOf('C(C)(C)(C)(C)C x'), /Explicit valence for atom # 0 C, 5/],
  ['too many atoms', descriptorsOf('C'.repeat(401)), /401 heavy atoms, the limit is 400/],
  ['one bad row', descriptorsOf('CC a\nC1CC( b', { settings: { on_error: 'fail' } }), /line 2: molecule 'b'/],
  ['an open ring', conformersOf('C1CC( world', 1), /SMILES Parse Error/],
  ['too many atoms', conformersOf('C'.repeat(101), 1), /101 heavy atoms, the limit is 100/],
];

function withInput(request: JobRequest, change: Record<string, unknown>): JobRequest {
  return { ...request, input: { inputs: request.input.inputs.map((input) => ({ ...input, ...change })) } };
}

function long(name: string): string {
  return `>${name}\n${'MKVWA'.repeat(2_000)}\n`;
}

const named = <Row extends [string, JobRequest, ...unknown[]]>(rows: Row[]) =>
  rows.map((row) => ({ name: `${row[1].tool}: ${row[0]}`, row }));

let workspace: Workspace;
let client: Client;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 50, limits: { 'requests-per-minute': 6_000 } });
  client = workspace.client;
});

describe('a tool refuses before anything is charged', () => {
  it.each(named(refusedAtOnce))('$name', async ({ row: [, request, path, reason] }) => {
    const before = await workspace.available();
    const { tool, input, settings } = request;
    expectProblem(await client.post('/jobs/quote', { tool, input, settings }), path, reason);
    expectProblem(await client.post('/jobs', request), path, reason);
    expect(await workspace.available()).toBe(before);
  });
});

describe.concurrent('a tool fails with a clear reason', () => {
  it.each(named(failsInTheTool))('$name', async ({ row: [, request, reason] }) => {
    const { id } = (await client.post<Job>('/jobs', request)).body;
    const job = await waitForJob(client, id);
    expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(reason) });
    const [{ billing }] = (await waitForSettled(client, [id])) as [Job];
    if (billing!.mode === 'fixed') {
      expect(billing).toMatchObject({ outcome: 'refunded', final_credits: 0, refund_credits: 1 });
    } else {
      const used = Math.floor((billing!.billable_runtime_seconds! * milli(billing!.rate_credits_per_minute)) / 60);
      expect(milli(billing!.final_credits)).toBe(used);
      expect(used).toBeLessThan(milli(billing!.reserved_credits));
    }
  });
});
