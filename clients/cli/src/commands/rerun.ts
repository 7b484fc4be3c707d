import type { JobRerunRequest } from '@rotamer/client';
import type { Context } from '../context.ts';
import { exitCodeOfCode } from '../exitCodes.ts';
import { jobLine } from '../output/jobLine.ts';
import { oneLine, words } from '../output/visible.ts';
import { agreePrice, priceText } from '../submit/agreePrice.ts';
import { parseSettings } from '../submit/parseSettings.ts';

interface RerunFlags {
  newest?: boolean;
  set: string[];
  name?: string;
  project?: string;
  maxCredits?: number;
  yes?: boolean;
  key?: string;
  dryRun?: boolean;
  notify?: boolean;
}

/** Submits a job with the inputs of an earlier one, after agreement to its price. */
export async function rerun(context: Context, [id]: [string], flags: RerunFlags): Promise<void> {
  const { screen } = context;
  const job = context.client().jobs.at(id);
  const changes = await changesOf(context, id, flags);
  const price = await job.quoteRerun(changes);
  if (flags.dryRun) {
    const { blocking_errors: errors } = price;
    if (errors.length > 0) context.exitWith(exitCodeOfCode(errors[0]!.code));
    const problems = errors.map(({ message }) => `${oneLine(message)}\n`).join('');
    return screen.result(price, () => words`${price.tool}: ${priceText(price)}.\nNothing was submitted.\n` + problems);
  }
  const body: JobRerunRequest = {
    ...changes,
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.project !== undefined && { project_id: flags.project }),
    ...capsOf(price.billing.mode, flags.maxCredits),
  };
  const agreed = await agreePrice(context, price, body, flags);
  const again = await job.rerun(agreed, { idempotencyKey: flags.key, notify: flags.notify });
  screen.result(again.data, () => words`${jobLine(again.data)}\nWatch it with: rotamer jobs watch ${again.id}\n`);
}

async function changesOf({ client }: Context, id: string, { newest, set }: RerunFlags): Promise<JobRerunRequest> {
  const settings = set.length > 0 && parseSettings(set, await settingsOf(client(), id));
  return { ...(newest && { dataset_release: 'newest' }), ...(settings && { settings }) };
}

/** Returns the JSON Schema of the settings of a job's tool. */
async function settingsOf(client: ReturnType<Context['client']>, id: string): Promise<unknown> {
  const { data } = await client.jobs.get(id);
  return (await client.tools.get(data.tool)).settings;
}

function capsOf(mode: string, maxCredits: number | undefined): JobRerunRequest {
  if (maxCredits === undefined) return {};
  const isMetered = mode === 'metered_runtime';
  return {
    max_quoted_credits: maxCredits,
    ...(isMetered && { billing: { max_reserved_credits: Math.max(1, maxCredits) } }),
  };
}
