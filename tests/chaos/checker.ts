import { isTerminal } from '@rotamer/test-support/resources.ts';
import type { Facts, JobFact } from './facts.ts';
import type { History } from './history.ts';

/**
 * Returns the invariants violated in a chaos run, as text, or an empty list when all hold. Compares the responses that
 * clients got with both databases and the bus. Needs no running service.
 */
export function findViolations(history: History, facts: Facts): string[] {
  return [
    ...lostOrDoubled(history, facts),
    ...unfinished(facts),
    ...brokenMoney(history, facts),
    ...unbalanced(facts),
    ...brokenCancellations(history, facts),
    ...regressedEvents(facts),
  ];
}

function* lostOrDoubled({ submissions }: History, facts: Facts): Generator<string> {
  const byId = new Map(facts.jobs.map((job) => [job.id, job]));
  const byName = Map.groupBy(facts.jobs, (job) => `${job.workspaceId}/${job.name}`);
  for (const { key, workspaceId, accepted } of submissions) {
    if (new Set(accepted).size > 1) yield `key ${key} was answered with several jobs: ${accepted.join(', ')}`;
    for (const id of accepted) if (!byId.has(id)) yield `accepted job ${id} is lost`;
    const made = byName.get(`${workspaceId}/${key}`) ?? [];
    if (made.length > 1) yield `key ${key} made ${made.length} jobs`;
  }
  const submitted = Map.groupBy(facts.submissions, ({ jobId }) => jobId);
  for (const { id } of facts.jobs) {
    const count = submitted.get(id)?.length ?? 0;
    if (count !== 1) yield `job ${id} has ${count} submissions`;
  }
}

function* unfinished({ jobs }: Facts): Generator<string> {
  for (const job of jobs) {
    const { id, status, finalized } = job;
    if (!isTerminal(job)) yield `job ${id} is still ${status}`;
    else if (!finalized) yield `job ${id} is ${status} and was never settled`;
  }
}

function* brokenMoney({ submissions }: History, { jobs, holds, holdOwners }: Facts): Generator<string> {
  const maxCharge = new Map(submissions.map(({ key, maxCharge: max }) => [key, max]));
  const holdOf = new Map(holds.map((hold) => [hold.id, hold]));
  const ownerOf = new Map(holdOwners.map(({ holdId, jobId }) => [holdId, jobId]));
  const used = new Set<string>();
  for (const job of jobs) {
    if (!job.holdId) continue;
    if (used.has(job.holdId)) yield `hold ${job.holdId} belongs to two jobs`;
    used.add(job.holdId);
    if (ownerOf.get(job.holdId) !== job.id) yield `job ${job.id} does not own its hold`;
    yield* brokenHold(job, holdOf.get(job.holdId));
    if ((job.final ?? 0) > (maxCharge.get(job.name) ?? Infinity)) yield `job ${job.id} was charged above its cap`;
  }
  for (const { id, state } of holds) {
    if (state === 'open') yield `hold ${id} is still open`;
    if (state === 'posted' && !used.has(id)) yield `hold ${id} was charged for no job`;
  }
}

function* brokenHold(job: JobFact, hold: Facts['holds'][number] | undefined): Generator<string> {
  if (!hold) {
    yield `job ${job.id} has no hold in billing`;
    return;
  }
  if (hold.charged !== job.final) yield `job ${job.id} says ${job.final}, billing charged ${hold.charged}`;
  if (job.charge !== job.final) yield `job ${job.id} was to cost ${job.charge} and costs ${job.final}`;
  if (hold.amount !== job.reserved) yield `job ${job.id} reserved ${job.reserved}, billing held ${hold.amount}`;
  const mayCost = job.status !== 'CANCELLED' || job.attempt > 0;
  if (hold.charged > 0 && !mayCost) yield `job ${job.id} was cancelled before any start and charged`;
}

function* unbalanced({ accounts, holds }: Facts): Generator<string> {
  for (const { workspaceId, posted, held, granted, spent } of accounts) {
    const sum = posted + granted + spent;
    if (sum !== 0) yield `the accounts of ${workspaceId} sum to ${sum}`;
    if (posted - held < 0) yield `${workspaceId} has overdrawn`;
    const own = holds.filter((hold) => hold.workspaceId === workspaceId);
    const charged = own.reduce((total, hold) => total + hold.charged, 0);
    if (charged !== spent) yield `${workspaceId} spent ${spent}, its holds were charged ${charged}`;
  }
}

function* brokenCancellations({ cancellations }: History, { jobs }: Facts): Generator<string> {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  for (const { jobId, outcome } of cancellations) {
    const job = byId.get(jobId);
    if (outcome !== 'confirmed' || !job) continue;
    if (job.status !== 'CANCELLED') yield `job ${jobId} was cancelled for its client, but is ${job.status}`;
    if (job.final) yield `job ${jobId} was cancelled and charged ${job.final}`;
  }
}

function* regressedEvents({ jobs, events }: Facts): Generator<string> {
  const published = Map.groupBy(events, ({ jobId }) => jobId);
  for (const { id, version, status } of jobs) {
    // A relay that crashes between publishing and removing an event publishes it again, so an older version may repeat.
    // Only an event seen for the first time must have a newer version.
    let last = 0;
    let ended: string | undefined;
    for (const event of published.get(id) ?? []) {
      if (event.version <= last) continue;
      if (event.version !== last + 1) yield `job ${id} never published version ${last + 1}`;
      if (ended && event.status !== ended) yield `job ${id} went from ${ended} to ${event.status}`;
      if (isTerminal(event)) ended = event.status;
      last = event.version;
    }
    if (last !== version || ended !== status)
      yield `job ${id} is ${status} v${version}, the bus says ${ended} v${last}`;
  }
}
