import type { NoticesUpdate, Notices as PublicNotices } from '@rotamer/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { pairs } from '../output/table.ts';
import type { Act } from './group.ts';

const whenEnded = ['always', 'requested', 'never'];
const onOff = ['always', 'never'];

/** notices show, set. */
export function addNotices(program: Command, act: Act): void {
  const group = program.command('notices').description('the mails that you receive');
  group.command('show').description('show when you get a mail').action(act(show));
  group
    .command('set')
    .description('choose when you get a mail')
    .addOption(new Option('--job-ended <when>', 'your jobs have ended').choices(whenEnded))
    .addOption(new Option('--run-ended <when>', 'your workflow runs have ended').choices(whenEnded))
    .addOption(new Option('--review-waiting <when>', 'a run of yours waits for a review').choices(onOff))
    .addOption(new Option('--budget-near <when>', 'a budget is nearly spent').choices(onOff))
    .addOption(new Option('--invitation <when>', 'somebody invites you to a workspace').choices(onOff))
    .addOption(new Option('--webhook-disabled <when>', 'a webhook endpoint was disabled').choices(onOff))
    .action(act(set));
}

async function show({ client, screen }: Context): Promise<void> {
  showNotices(screen, await client().notices.get());
}

interface Flags {
  jobEnded?: NoticesUpdate['job_ended'];
  runEnded?: NoticesUpdate['run_ended'];
  reviewWaiting?: NoticesUpdate['review_waiting'];
  budgetNear?: NoticesUpdate['budget_near'];
  invitation?: NoticesUpdate['invitation'];
  webhookDisabled?: NoticesUpdate['webhook_disabled'];
}

async function set({ client, screen }: Context, _args: [], flags: Flags): Promise<void> {
  const { jobEnded: job_ended, runEnded: run_ended, reviewWaiting: review_waiting, budgetNear: budget_near } = flags;
  const { webhookDisabled: webhook_disabled } = flags;
  const changes = { job_ended, run_ended, review_waiting, budget_near, invitation: flags.invitation, webhook_disabled };
  showNotices(screen, await client().notices.update(changes));
}

function showNotices(screen: Context['screen'], notices: PublicNotices): void {
  const { object: _, ...choices } = notices;
  screen.result(notices, () => pairs(choices));
}
