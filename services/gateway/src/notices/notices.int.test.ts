import { join } from 'node:path';
import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { mailTable } from '@rotamer/kit/mail/mailTable.ts';
import { sendMails } from '@rotamer/kit/mail/sendMails.ts';
import { injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { WebhookDisabledReason, WebhookEvent, WebhookEventType } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { PauseReason, Run, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { deleteMember } from '../access/memberStore.ts';
import { mailTemplates } from '../mailTemplates.ts';
import { MAX_MAILS_PER_DAY } from './decideNotices.ts';
import { handleBudgetWarnings, handleDisabledWebhooks, handleJobEnds, handleRunEvents } from './noticeEvents.ts';
import { createNotices } from './notices.ts';
import { sendNotices } from './sendNotices.ts';

const publicUrl = 'https://rotamer.example';
const signal = new AbortController().signal;

/** A person in a workspace, events about that person's jobs and runs, and the mails that come of them. */
async function world() {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
  const { id: userId } = await ensureUser(db, newId('usr', new Date()), 'ada@example.org');
  await addMember(db, 'ws_1', userId, 'member');
  const notices = createNotices(db);
  const clock = () => new Date();
  const handlers = {
    job: handleJobEnds({ db, clock }),
    run: handleRunEvents({ db, clock }),
    budget: handleBudgetWarnings({ db, clock }),
    webhook: handleDisabledWebhooks({ db, clock }),
  };
  const envelope = (type: string, key: string): Omit<BusMessage, 'value'> => ({
    ...{ key, type, eventId: newId('evt', new Date()), occurredAt: new Date(), traceparent: '' },
  });
  const jobEnded = (over: Partial<Job> = {}, type: JobEventType = JobEventType.COMPLETED): BusMessage => {
    const job = Job.fromPartial({
      ...{
        id: newId('job', new Date()),
        workspaceId: 'ws_1',
        createdBy: userId,
        tool: 'pairwise-align',
        name: 'Globins',
      },
      ...over,
    });
    return { ...envelope(type, job.id), value: JobEvent.encode(JobEvent.fromPartial({ type, job })).finish() };
  };
  const runEvent = (type: RunEventType, runId = 'run_1'): BusMessage => {
    const attempts = type === RunEventType.PAUSED ? [{ pause: { reason: PauseReason.CURATION } }] : [{}];
    const run = Run.fromPartial({
      id: runId,
      workspaceId: 'ws_1',
      createdBy: userId,
      workflowName: 'Triage',
      attempts,
    });
    return { ...envelope(type, runId), value: RunEvent.encode(RunEvent.fromPartial({ type, run })).finish() };
  };
  /** Lets the collected notices become due. */
  const later = () => db.query(`update pending_notices set recorded_at = recorded_at - interval '10 minutes'`);
  const send = () => sendNotices({ db, signals: { send: () => {} }, clock });
  const mails = async () => {
    await later();
    await send();
    const sent: Mail[] = [];
    const queue = mailTable(db, mailTemplates({ publicUrl, secret: 'secret of the tests' }));
    await sendMails({ queue, mailer: { send: async (mail) => void sent.push(mail) }, log: quietLog });
    return sent;
  };
  const handle = (kind: keyof typeof handlers, message: BusMessage) => handlers[kind](message, signal);
  const pending = async () => (await db.query('select from pending_notices')).rowCount;
  return { db, userId, notices, jobEnded, runEvent, handle, later, send, mails, pending };
}

describe('the end of a job', () => {
  it('is one mail for all jobs that end together, for a person who wants it always', async () => {
    const { userId, notices, jobEnded, handle, mails } = await world();
    await notices.change(userId, { job_ended: 'always' });
    const events = [...Array.from({ length: 60 }, () => jobEnded()), jobEnded({ name: 'Bad' }, JobEventType.FAILED)];
    await Promise.all(events.map((event) => handle('job', event)));
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: '61 jobs: 60 completed, 1 failed' });
    expect(mail!.text).toContain('Globins (pairwise-align) completed');
    expect(mail!.text).toContain('and 11 more');
    expect(await mails()).toEqual([]);
  });

  it('is a mail only for the job whose submission asked for it, also when the request is stored later', async () => {
    const { userId, notices, jobEnded, handle, mails, send, pending } = await world();
    const [asked, other] = [jobEnded({ name: 'Asked' }), jobEnded({ name: 'Other' })];
    await handle('job', asked);
    await handle('job', other);
    await send();
    await notices.request(asked.key, userId);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Asked (pairwise-align) completed']);
    expect(await pending()).toBe(0);
  });

  it('sends nothing for a request of another person', async () => {
    const { notices, jobEnded, handle, mails } = await world();
    const event = jobEnded();
    await notices.request(event.key, 'usr_other');
    await handle('job', event);
    expect(await mails()).toEqual([]);
  });

  it('is one mail when its event is delivered several times, also after the mail was sent', async () => {
    const { userId, notices, jobEnded, handle, mails } = await world();
    await notices.change(userId, { job_ended: 'always' });
    const event = jobEnded();
    await Promise.all([handle('job', event), handle('job', event)]);
    expect(await mails()).toHaveLength(1);
    await handle('job', event);
    expect(await mails()).toEqual([]);
  });

  it.each([
    ['of a workflow run', (one: Awaited<ReturnType<typeof world>>) => one.jobEnded({ parentRef: 'att_1/align/0' })],
    ['of an unknown person', (one: Awaited<ReturnType<typeof world>>) => one.jobEnded({ createdBy: 'usr_unknown' })],
    [
      'an hour ago',
      (one: Awaited<ReturnType<typeof world>>) => ({ ...one.jobEnded(), occurredAt: new Date(Date.now() - 3_700_000) }),
    ],
  ])('%s sends nothing', async (_, event) => {
    const one = await world();
    await one.notices.change(one.userId, { job_ended: 'always' });
    await one.handle('job', event(one));
    expect(await one.mails()).toEqual([]);
  });

  it('sends nothing to a person who has left the workspace or switched it off meanwhile', async () => {
    const { db, userId, notices, jobEnded, handle, mails } = await world();
    await notices.change(userId, { job_ended: 'always' });
    await handle('job', jobEnded());
    await notices.switchOff('ada@example.org', 'job_ended');
    expect(await mails()).toEqual([]);
    await notices.change(userId, { job_ended: 'always' });
    await handle('job', jobEnded());
    await deleteMember(db, 'ws_1', userId);
    expect(await mails()).toEqual([]);
  });

  it('has a name with line breaks on one line, and no second header', async () => {
    const { userId, notices, jobEnded, handle, mails } = await world();
    await notices.change(userId, { job_ended: 'always' });
    await handle('job', jobEnded({ name: 'Globins\r\nBcc: eve@example.org' }));
    const [mail] = await mails();
    expect(mail!.subject).toBe('Globins Bcc: eve@example.org (pairwise-align) completed');
  });
});

describe('a run', () => {
  it('that waits for a review is a mail with the link of its page', async () => {
    const { runEvent, handle, mails } = await world();
    await handle('run', runEvent(RunEventType.PAUSED));
    const [mail] = await mails();
    expect(mail!.subject).toBe('Triage waits for your review');
    expect(mail!.text).toContain(`${publicUrl}/workflow-runs/run_1/review`);
  });

  it('whose review has begun, or that has ended, is not waited for', async () => {
    for (const type of [RunEventType.RESUMED, RunEventType.CANCELLED, RunEventType.DELETED]) {
      const { runEvent, handle, mails } = await world();
      await handle('run', runEvent(RunEventType.PAUSED));
      await handle('run', runEvent(type));
      expect(await mails()).toEqual([]);
    }
  });

  it('that has ended is a mail when its start asked for it', async () => {
    const { userId, notices, runEvent, handle, mails } = await world();
    await notices.request('run_1', userId);
    await handle('run', runEvent(RunEventType.COMPLETED_WITH_ERRORS));
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Triage completed with errors']);
  });
});

it.each([
  [
    80,
    BudgetScope.WORKSPACE,
    'ws_1',
    ['owner@example.org'],
    'The budget of the workspace for this month is spent to 80 %',
  ],
  [
    100,
    BudgetScope.MEMBER,
    '',
    ['ada@example.org', 'owner@example.org'],
    'The budget of a member for this month is spent',
  ],
])(
  'mails %s %% of a budget of %s once, to managers and the person of the budget',
  async (percent, scope, id, to, subject) => {
    const { db, userId, handle, mails } = await world();
    const owner = await ensureUser(db, newId('usr', new Date()), 'owner@example.org');
    await addMember(db, 'ws_1', owner.id, 'owner');
    const budget = { id: 'bud_1', scope, subjectId: id || userId, period: BudgetPeriod.MONTH };
    const type = BillingEventType.BUDGET_WARNING;
    const value = BillingEvent.encode(
      BillingEvent.fromPartial({ type, workspaceId: 'ws_1', budgetWarning: { percent, budget } }),
    ).finish();
    const event = {
      key: 'ws_1',
      type,
      eventId: newId('evt', new Date()),
      occurredAt: new Date(),
      traceparent: '',
      value,
    };
    await handle('budget', event);
    await handle('budget', event);
    const sent = await mails();
    expect(sent.map((mail) => mail.to).sort()).toEqual(to);
    expect(new Set(sent.map((mail) => mail.subject))).toEqual(new Set([subject]));
  },
);

it('sends a person the daily number of mails, and the rest later in one', async () => {
  const { db, userId, notices, jobEnded, handle, mails } = await world();
  await notices.change(userId, { job_ended: 'always' });
  let sent = 0;
  for (let n = 0; n < MAX_MAILS_PER_DAY + 5; n++) {
    await handle('job', jobEnded());
    sent += (await mails()).length;
  }
  expect(sent).toBe(MAX_MAILS_PER_DAY);
  await db.query('update notice_days set day = day - 1');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['5 jobs: 5 completed']);
});

it('neither loses nor repeats a notice at any crash of the loop', async () => {
  const { db, userId, notices, jobEnded, handle, later } = await world();
  await notices.change(userId, { job_ended: 'always' });
  for (let crashAt = 1, last = false; !last; crashAt++)
    for (const crash of ['before', 'after'] as const) {
      await db.query('delete from mails');
      await handle('job', jobEnded());
      await later();
      const crashing = injectCrash(crashAt, crash);
      const deps = { signals: { send: () => {} }, clock: () => new Date() };
      await sendNotices({ ...deps, db: crashing.db(db) }).catch(() => {});
      last = !crashing.hasCrashed;
      await sendNotices({ ...deps, db });
      expect((await db.query('select from mails')).rowCount).toBe(1);
      await db.query('delete from notice_days');
    }
});

it('mails that a webhook endpoint was disabled once, to admins and owners', async () => {
  const { db, handle, mails } = await world();
  for (const role of ['owner', 'admin'] as const) {
    const { id } = await ensureUser(db, newId('usr', new Date()), `${role}@example.org`);
    await addMember(db, 'ws_1', id, role);
  }
  const type = WebhookEventType.ENDPOINT_DISABLED;
  const endpoint = { id: 'whe_1', url: 'https://lims.example.org/', disabledReason: WebhookDisabledReason.FAILING };
  const value = WebhookEvent.encode(WebhookEvent.fromPartial({ type, workspaceId: 'ws_1', endpoint })).finish();
  const eventId = newId('evt', new Date());
  const event = { key: 'ws_1', type, eventId, occurredAt: new Date(), traceparent: '', value };
  await handle('webhook', event);
  await handle('webhook', event);
  const sent = await mails();
  expect(sent.map((mail) => mail.to).sort()).toEqual(['admin@example.org', 'owner@example.org']);
  expect(sent[0]!.subject).toBe('The webhook endpoint https://lims.example.org/ was disabled after a week of failures');
  expect(sent[0]!.text).toContain('rotamer webhooks enable whe_1');
});
