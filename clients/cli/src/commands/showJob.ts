import type { JobDetails } from '@rotamer/client';
import { commandLine } from '@rotamer/formats/commandLine.ts';
import type { Context } from '../context.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';

/** jobs show: a job with its settings, inputs and attempts. */
export async function showJob({ client, screen }: Context, [id]: [string]): Promise<void> {
  const job = await client().jobs.details(id);
  screen.result(job, () =>
    [pairs(summaryOf(job)), inputsOf(job, screen.columns), attemptsOf(job, screen.columns), commandsOf(job)].join(''),
  );
}

function summaryOf(job: JobDetails): Record<string, unknown> {
  const { submitted_by: by, queue, price, labels, run_id, rerun_of, project_id, dataset, error } = job;
  const found = {
    id: job.id,
    name: job.name,
    status: job.status,
    waiting: queue && `${queue.waiting_reason} Waiting jobs of the tool: ${queue.jobs_ahead}.`,
    error,
    tool: `${job.tool} ${job.tool_version}`,
    dataset: dataset && `${dataset.id}@${dataset.release}`,
    settings: JSON.stringify(job.settings),
    labels:
      labels &&
      Object.entries(labels)
        .map((label) => label.join('='))
        .join(', '),
    by: by.key ? `${by.email ?? by.user_id} with ${by.key.name}` : (by.email ?? by.user_id),
    project: project_id,
    run: run_id,
    'rerun of': rerun_of,
    credits: `${price.charged_credits ?? 0} charged, ${price.held_credits} held, at most ${price.cap_credits}`,
    created: job.created_at,
    started: job.started_at,
    completed: job.completed_at,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && value !== undefined));
}

function inputsOf({ inputs }: JobDetails, columns: number | undefined): string {
  if (inputs.length === 0) return '';
  const rows = inputs.map((input, i) => [
    i + 1,
    input.slot_id,
    input.label ?? input.name ?? input.id,
    input.format,
    input.size,
    input.records ?? '',
    input.file_id ?? input.from_job_id ?? '',
    input.sha256.slice(0, 12),
  ]);
  return `\n${table(['NO', 'SLOT', 'INPUT', 'FORMAT', 'BYTES', 'RECORDS', 'FROM', 'SHA-256'], rows, columns)}`;
}

function attemptsOf({ attempts }: JobDetails, columns: number | undefined): string {
  if (attempts.length === 0) return '';
  const rows = attempts.map((attempt) => [
    attempt.number,
    attempt.outcome ?? 'runs',
    attempt.started_at ?? '',
    attempt.ended_at ?? '',
    attempt.error ?? '',
  ]);
  return `\n${table(['ATTEMPT', 'OUTCOME', 'STARTED', 'ENDED', 'ERROR'], rows, columns)}`;
}

/** Returns the programs and command lines of the last attempt. */
function commandsOf({ attempts }: JobDetails): string {
  const { programs = [], commands = [], commands_left_out = 0 } = attempts.at(-1) ?? {};
  if (commands.length === 0) return '';
  return [
    '\n',
    ...programs.map(({ name, version }) => words`${name}: ${version ?? 'version not known'}\n`),
    ...commands.map(({ argv, runs }) => words`$ ${commandLine(argv)}${runs > 1 ? `  (${runs} times)` : ''}\n`),
    ...(commands_left_out > 0 ? [words`and ${commands_left_out} more runs\n`] : []),
  ].join('');
}
