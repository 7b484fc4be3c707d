import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';
import { proteins, readFasta } from './proteins.ts';
import type { Curation, List, Workflow, WorkflowRun } from './resources.ts';
import type { Screen } from './screen.ts';

/** Time limit, in milliseconds. Jobs of an earlier, killed demo may still have to run. */
const timeoutMs = 120_000;

/** Number of candidates that the demo approves. */
const APPROVED = 3;

/**
 * Runs peptide-candidates on the demo's proteins. The run pauses for a review, the demo approves the first candidates, and the run
 * continues. Returns the ids of its jobs, and whether its cost is the sum of their costs.
 */
export async function runPeptideCandidates(api: Api, screen: Screen): Promise<{ jobIds: string[]; addsUp: boolean }> {
  const { data } = await api.get<List<Workflow>>('/workflows?limit=100');
  const workflow = data.find(({ name }) => name === 'peptide-candidates');
  if (!workflow) throw new Error('The demo workspace has no workflow peptide-candidates.');
  const started = performance.now();
  const textContent = [...proteins.map(({ fasta }) => fasta), readFasta('insulin.fasta')].join('\n');
  const input_data = { proteins: { method: 'text', textContent } };
  const headers = { 'idempotency-key': `demo-${randomUUID()}` };
  const { id } = await api.post<WorkflowRun>(`/workflows/${workflow.id}/runs`, { input_data }, headers);
  screen.line('start', id);

  const paused = await untilResting(api, id, ['PAUSED']);
  if (paused.pause?.reason !== 'curation') throw new Error(`The run paused for ${paused.pause?.reason}.`);
  const curation = await api.get<Curation>(`/workflow-runs/${id}/curation`);
  screen.line('review', `${curation.candidates.length} candidates`, performance.now() - started);
  const approved = curation.candidates.slice(0, APPROVED);
  for (const { label, metrics } of approved) screen.line('', `${label}   GRAVY ${Number(metrics.gravy).toFixed(3)}`);
  await api.post(`/workflow-runs/${id}/curation`, {
    candidate_set_digest: curation.candidate_set_digest,
    approved_candidate_ids: approved.map((candidate) => candidate.id),
    note: 'The most hydrophilic ones',
  });
  screen.line('approve', `${approved.length} of them, digest ${curation.candidate_set_digest.slice(0, 19)}…`);

  const continued = performance.now();
  await api.post<WorkflowRun>(`/workflow-runs/${id}/continue`, {});
  const run = await untilResting(api, id, ['COMPLETED']);
  screen.line('run', run.status, performance.now() - continued);
  const ofJobs = run.jobs.reduce((sum, { credits_used }) => sum + Math.round(credits_used * 1000), 0);
  const addsUp = Math.round(run.actual_credits * 1000) === ofJobs;
  screen.line(
    'cost',
    `${run.actual_credits} credits ${addsUp ? `= ${run.jobs.length} jobs  ✓` : `✗ the jobs cost ${ofJobs / 1000}`}`,
  );
  return { jobIds: run.jobs.flatMap(({ job_id }) => job_id ?? []), addsUp };
}

const resting = ['PAUSED', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** @throws Error when the run ends or pauses in another state than the wanted ones */
async function untilResting(api: Api, id: string, wanted: string[]): Promise<WorkflowRun> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const run = await api.get<WorkflowRun>(`/workflow-runs/${id}`);
    const isSettled =
      !resting.includes(run.status) || run.status === 'PAUSED' || run.estimated_credits === run.actual_credits;
    if (wanted.includes(run.status) && isSettled) return run;
    if (resting.includes(run.status) && !wanted.includes(run.status) && !run.pause?.decided)
      throw new Error(`The run is ${run.status} instead of ${wanted.join(' or ')}.`);
    if (performance.now() > end) throw new Error(`The run ${id} is still ${run.status}.`);
    await sleep(500);
  }
}
