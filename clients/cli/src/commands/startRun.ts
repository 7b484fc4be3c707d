import type { RunRequest } from '@rotamer/client';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { words } from '../output/visible.ts';
import { readJobFile } from '../submit/jobFile.ts';
import { readSources } from '../submit/readSources.ts';
import { findWorkflow } from './findWorkflow.ts';
import { showRunQuote } from './runQuote.ts';
import { watchRun } from './watchRun.ts';

type RunFlags = {
  input: string[];
  file?: string;
  name?: string;
  project?: string;
  maxCredits?: number;
  yes?: boolean;
  key?: string;
  wait?: boolean;
  notify?: boolean;
  dryRun?: boolean;
};

/** Starts a run. With `--wait`, waits until it ends or pauses. Asks for agreement when the run has no limit of credits. */
export async function startRun(context: Context, [workflow]: [string], flags: RunFlags): Promise<void> {
  const { io, client, screen } = context;
  const given = (await readJobFile(flags.file, io)) as RunRequest;
  const body: RunRequest = {
    ...given,
    ...(flags.name && { name: flags.name }),
    ...(flags.project && { project_id: flags.project }),
  };
  if (flags.maxCredits !== undefined) body.max_credits = flags.maxCredits;
  for (const option of flags.input) {
    const [, node, path] = /^([^=]+)=(.+)$/s.exec(option) ?? [];
    if (!node || !path) throw new UsageError(`--input must be NODE=FILE, not '${option}'.`);
    const [source] = await readSources([{ path }], io);
    body.input_data = { ...body.input_data, [node]: { method: 'text', textContent: source!.text } };
  }
  if (flags.dryRun) {
    const { max_credits, input_data, expected_revision_id } = body;
    const asked = { max_credits, input_data, expected_revision_id };
    return showRunQuote(screen, await client().workflows.quote(await findWorkflow(client(), workflow), asked));
  }
  if (body.max_credits === undefined && !flags.yes) await agreeToNoLimit(io);
  const { key, notify } = flags;
  const started = await client().workflows.start(await findWorkflow(client(), workflow), body, key, { notify });
  if (!flags.wait)
    return screen.result(
      started,
      () => words`${started.id}  ${started.status}\nWatch it with: rotamer workflows watch ${started.id}\n`,
    );
  await watchRun(context, started.id, false);
}

async function agreeToNoLimit(io: Context['io']): Promise<void> {
  if (!io.canAsk)
    throw new UsageError('The run has no credit limit. Set one with --max-credits N, or confirm with --yes.');
  const answer = await io.ask('Run without a credit limit? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Not started.');
}
