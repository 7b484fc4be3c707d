// @module-tag slow-stories

import type { Client } from '@rotamer/test-support/client.ts';
import { followJob } from '@rotamer/test-support/events.ts';
import {
  alignmentOf,
  conformersOf,
  descriptorsOf,
  type JobRequest,
  propertiesOf,
} from '@rotamer/test-support/requests.ts';
import { type Job, type JobResult, milli, type Quote } from '@rotamer/test-support/resources.ts';
import { alpha, beta, kinaseLibrary, lysozyme, molecule, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

/** Runs one job from quote to result, and checks every charge and credit balance. Returns the values of its rows. */
async function runToTheEnd(request: JobRequest) {
  const { client, available } = await newWorkspace({ credits: 100 });
  const { tool, input, settings } = request;
  const quote = (await client.post<Quote>('/jobs/quote', { tool, input, settings })).body;
  expect(quote.blocking_errors).toEqual([]);
  expect(milli(quote.available_credits)).toBe(100_000);

  const submitted = await client.post<Job>('/jobs', {
    ...request,
    max_quoted_credits: Math.ceil(quotedReserve(quote)),
  });
  expect(submitted.status).toBe(202);
  const { job, events } = await followJob(client, submitted.body.id);
  expect(job).toMatchObject({ status: 'COMPLETED', progress: 100, error: null });

  const [settled] = (await waitForSettled(client, [job.id])) as [Job];
  await expectMoney(client, settled, quote);
  expect(await available()).toBe(100_000 - milli(settled.credits_used));

  const { body } = await client.get<JobResult>(`/results/${job.id}`);
  expect(body).toMatchObject({ job_id: job.id, status: 'COMPLETED' });
  const rows = (port: string) => body.results.filter((row) => row.output_port_id === port).map((row) => row.value);
  return { settled, events, rows, result: body };
}

function quotedReserve({ billing, billable_credits }: Quote): number {
  return billing.reserved_credits ?? billable_credits;
}

/** Expects that the charge equals the quote, or runtime × rate, and that the rest of the hold was refunded. */
async function expectMoney(client: Client, { id, credits_used, billing }: Job, quote: Quote): Promise<void> {
  const charged = milli(billing!.final_credits);
  expect(milli(credits_used)).toBe(charged);
  expect(milli(billing!.reserved_credits) - milli(billing!.refund_credits)).toBe(charged);
  expect(billing!.outcome).toBe('charged');
  if (quote.billing.mode === 'fixed') {
    expect(billing).toMatchObject({ mode: 'fixed', final_credits: quote.billable_credits, refund_credits: 0 });
  } else {
    const runtimeMs = Math.round(billing!.billable_runtime_seconds! * 1000);
    expect(charged).toBe(Math.floor((runtimeMs * milli(billing!.rate_credits_per_minute)) / 60_000));
    expect(billing!.rate_credits_per_minute).toBe(quote.billing.rate_credits_per_minute);
  }
  const status = await client.get<Job>(`/jobs/${id}/status`);
  expect(status.body.billing).toEqual(billing);
  expect(status.headers.has('retry-after')).toBe(false);
}

describe.concurrent('from quote to result', () => {
  it('protein-properties weighs lysozyme, ubiquitin and hemoglobin as ProtParam does', async () => {
    const { rows, settled } = await runToTheEnd(propertiesOf(lysozyme + ubiquitin + alpha + beta));
    const found = rows('properties').map(({ id, molecular_weight, isoelectric_point, length }) => [
      String(id).split('|').at(-1),
      length,
      molecular_weight,
      isoelectric_point,
    ]);
    expect(found).toEqual([
      ['LYSC_CHICK', 129, 14313.1396, 9.3238],
      ['UBC_HUMAN', 76, 8564.845, 6.5616],
      ['HBA_HUMAN', 142, 15257.5478, 8.7169],
      ['HBB_HUMAN', 147, 15998.4073, 6.7445],
    ]);
    expect(milli(settled.credits_used)).toBe(1_000);
  });

  it('pairwise-align scores the hemoglobin chains as EMBOSS needle does', async () => {
    const { rows, result } = await runToTheEnd(alignmentOf(alpha, beta));
    expect(rows('alignments')).toEqual([
      expect.objectContaining({ score: 292.5, length: 149, identity: 65, similarity: 90, gaps: 9 }),
    ]);
    expect(result.results[0]).toMatchObject({ rank: 1, source_input_ids: ['query', 'targets'] });
    const aligned = await (await fetch(result.files[0]!.url)).text();
    expect(aligned.match(/^>\S+/gm)).toEqual(['>sp|P69905|HBA_HUMAN', '>sp|P68871|HBB_HUMAN']);
  });

  it('molecule-descriptors describes the kinase library as RDKit does, and rejects one row', async () => {
    const { rows, result } = await runToTheEnd(descriptorsOf(kinaseLibrary));
    const of = (name: string) => rows('descriptors').find((row) => row.name === name);
    expect(of('imatinib')).toMatchObject({
      inchikey: 'KTUFNOKKBVMGRW-UHFFFAOYSA-N',
      amw: expect.closeTo(493.615, 3),
      CrippenClogP: expect.closeTo(4.5903, 4),
      tpsa: expect.closeTo(86.28, 2),
      NumHBD: 2,
      NumHBA: 7,
      lipinski_violations: 0,
      veber: true,
    });
    expect(of('aspirin')).toMatchObject({ inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N', amw: expect.closeTo(180.159, 3) });
    expect(of('nilotinib')).toMatchObject({ lipinski_violations: 2, CrippenClogP: expect.closeTo(6.3558, 4) });
    expect(rows('rejected')).toEqual([
      { line: 15, name: 'broken', reason: 'SMILES Parse Error: syntax error while parsing: C1CC(' },
    ]);
    const table = await (await fetch(result.files.find((file) => file.output_port_id === 'table')!.url)).text();
    expect(table.trimEnd().split('\n')).toHaveLength(1 + 14);
  });

  it('conformer-generation finds the lowest energy of aspirin, and is billed by the second', async () => {
    const molecules = `${molecule('aspirin')}\nCCCCCCCC octane\nCCCCCCCCO octanol`;
    const { rows, events, settled } = await runToTheEnd(conformersOf(molecules, 4));
    const aspirin = rows('energies').filter(({ name }) => name === 'aspirin');
    expect(aspirin.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(Number(aspirin[0]!.energy_kcal_mol).toFixed(2)).toBe('18.91');

    const progress = events.map(({ data }) => data.progress).filter((value) => typeof value === 'number');
    expect(progress.some((value) => value > 0 && value < 100)).toBe(true);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(settled.billing!.billable_runtime_seconds).toBeGreaterThan(0);
  });
});
