import { randomUUID } from 'node:crypto';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Api } from './api.ts';
import { isTerminal, type Job, type JobResult, type Quote } from './resources.ts';
import { saveFiles } from './saveFiles.ts';
import { bar, type Screen } from './screen.ts';

/** A job to run: the body of `POST /jobs`, without its name. */
export interface JobPlan {
  tool: string;
  input: { inputs: object[] };
  settings?: object;
}

/** Runs a job from quote to result over HTTP and shows every step. Result files are saved in `folder`. */
export async function runJob(api: Api, screen: Screen, folder: string, name: string, plan: JobPlan) {
  const quote = await timed(() => api.post<Quote>('/jobs/quote', plan));
  const [blocked] = quote.value.blocking_errors;
  if (blocked) throw new Error(`${name} cannot run: ${blocked.message}`);
  screen.line('quote', priceOf(quote.value), quote.ms);

  const submit = await timed(() =>
    api.post<Job>('/jobs', { ...plan, name }, { 'idempotency-key': `demo-${randomUUID()}` }),
  );
  screen.line('submit', submit.value.id, submit.ms);

  const run = await timed(() => watchJob(api, submit.value.id, (job) => screen.progress('run', stateOf(job))));
  screen.line('run', stateOf(run.value), run.ms);
  if (run.value.status !== 'COMPLETED') throw new Error(`${name} ended ${run.value.status}: ${run.value.error}`);

  const result = await timed(() => api.get<JobResult>(`/results/${run.value.id}`));
  const saved = await timed(() => saveFiles(result.value.files, folder));
  screen.line(
    'results',
    `${count(result.value.results.length, 'row')}, ${count(saved.value.length, 'file')}`,
    result.ms + saved.ms,
  );
  for (const path of saved.value) screen.line('', path);
  return { jobId: run.value.id, rows: result.value.results };
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

function priceOf({ estimated_credits, billing }: Quote): string {
  if (billing.mode === 'fixed') return `${count(estimated_credits, 'credit')}, fixed`;
  return `${billing.rate_credits_per_minute} credits a minute, ${billing.reserved_credits} reserved`;
}

function stateOf({ status, progress }: Job): string {
  return progress === null ? status : `${status.padEnd(11)} ${bar(progress)}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Follows a job's events until it has ended. Opens a stream again when it closes before that. */
export async function watchJob(api: Api, jobId: string, onChange: (job: Job) => void): Promise<Job> {
  for (;;) {
    const answer = await api.open(`/jobs/${jobId}/events`);
    const events = answer.body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of events) {
      if (event !== 'status' && event !== 'terminal') continue;
      const job = JSON.parse(data) as Job;
      if (isTerminal(job)) return job;
      onChange(job);
    }
  }
}
