import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { mailTable } from '@rotamer/kit/mail/mailTable.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import { sendMails } from '@rotamer/kit/mail/sendMails.ts';
import { injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { WebhookDisabledReason, WebhookEvent, WebhookEventType } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { PauseReason, Run, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { startNotifications } from '../testing/startNotifications.ts';
import { MAX_MAILS_PER_DAY } from './decideNotices.ts';
import { budgetEffect, jobEffect, recordEffects, runEffect, webhookEffect } from './noticeEvents.ts';
import { noticeMail } from './noticeMail.ts';
import { MAX_READ, sendNotices } from './sendNotices.ts';

const publicUrl = 'https://rotamer.example';
const signal = new AbortController().signal;

const ada = { id: 'usr_1', email: 'ada@example.org' };

function budgetWarning(percent: number, scope: BudgetScope, subjectId: string): BusMessage {
  const type = BillingEventType.BUDGET_WARNING;
  const budget = { id: 'bud_1', scope, subjectId, period: BudgetPeriod.MONTH };
  const event = BillingEvent.fromPartial({ type, workspaceId: 'ws_1', budgetWarning: { percent, budget } });
  const eventId = newId('evt', new Date());
  const value = BillingEvent.encode(event).finish();
  return { key: 'ws_1', type, eventId, occurredAt: new Date(), traceparent: '', value };
}

/** A person in a workspace, events about that person's jobs and runs, and the mails that come of them. */
async function world() {
  const { db, mails: rpcs } = await startNotifications();
  const clock = () => new Date();
  let version = 0;
  /** Puts a person with a role in the workspace, or without one. */
  const put = async (userId: string, email: string, role?: string, keyIds: string[] = []) => {
    const roles = role ? [{ workspaceId: 'ws_1', role }] : [];
    await rpcs.putPeople({ people: [{ userId, email, roles, keyIds, version: ++version }], complete: true });
  };
  await put(ada.id, ada.email, 'member');
  const choose = (choices: Record<string, string>) => rpcs.changeChoices({ email: ada.email, choices });
  const request = (subjectId: string, userId = ada.id) => rpcs.requestMail({ subjectId, userId });
  const handlers = {
    job: recordEffects({ db, clock }, jobEffect),
    run: recordEffects({ db, clock }, runEffect),
    budget: recordEffects({ db, clock }, budgetEffect),
    webhook: recordEffects({ db, clock }, webhookEffect),
  };
  const envelope = (type: string, key: string): Omit<BusMessage, 'value'> => ({
    ...{ key, type, eventId: newId('evt', new Date()), occurredAt: new Date(), traceparent: '' },
  });
  const jobEnded = (over: Partial<Job> = {}, type: JobEventType = JobEventType.COMPLETED): BusMessage => {
    const job = Job.fromPartial({
      ...{
        id: newId('job', new Date()),
        workspaceId: 'ws_1',
        createdBy: ada.id,
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
      createdBy: ada.id,
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
    const links = createOffLinks({ publicUrl, secret: 'secret of the tests' });
    const queue = mailTable(db, { notice: noticeMail(links, publicUrl) });
    await sendMails({ queue, mailer: { send: async (mail) => void sent.push(mail) }, log: quietLog });
    return sent;
  };
  const handle = (kind: keyof typeof handlers, message: BusMessage) => handlers[kind](message, signal);
  const pending = async () => (await db.query('select from pending_notices')).rowCount;
  return { db, rpcs, put, choose, request, jobEnded, runEvent, handle, later, send, mails, pending };
}

describe('the end of a job', () => {
  it('is one mail for all jobs that end together, for a person who wants it always', async () => {
    const { choose, jobEnded, handle, mails } = await world();
    await choose({ job_ended: 'always' });
    const events = [...Array.from({ length: 60 }, () => jobEnded()), jobEnded({ name: 'Bad' }, JobEventType.FAILED)];
    await Promise.all(events.map((event) => handle('job', event)));
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: '61 jobs: 60 completed, 1 failed' });
    expect(mail!.text).toContain('Globins (pairwise-align) completed');
    expect(mail!.text).toContain('and 11 more');
    expect(mail!.text).toMatch(new RegExp(`^    ${publicUrl}/w/ws_1/jobs/job_\\w+\n    rotamer jobs get job_`, 'm'));
    expect(await mails()).toEqual([]);
  });

  it('is a mail only for the job whose submission asked for it, also when the request is stored later', async () => {
    const { request, jobEnded, handle, mails, send, pending } = await world();
    const [asked, other] = [jobEnded({ name: 'Asked' }), jobEnded({ name: 'Other' })];
    await handle('job', asked);
    await handle('job', other);
    await send();
    await request(asked.key);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Asked (pairwise-align) completed']);
    expect(await pending()).toBe(0);
  });

  it('sends nothing for a request of another person', async () => {
    const { request, jobEnded, handle, mails } = await world();
    const event = jobEnded();
    await request(event.key, 'usr_other');
    await handle('job', event);
    expect(await mails()).toEqual([]);
  });

  it('is one mail when its event is delivered several times, also after the mail was sent', async () => {
    const { choose, jobEnded, handle, mails } = await world();
    await choose({ job_ended: 'always' });
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
    await one.choose({ job_ended: 'always' });
    await one.handle('job', event(one));
    expect(await one.mails()).toEqual([]);
  });

  it('sends nothing to a person who has left the workspace or switched it off meanwhile', async () => {
    const { put, choose, jobEnded, handle, mails } = await world();
    await choose({ job_ended: 'always' });
    await handle('job', jobEnded());
    await choose({ job_ended: 'never' });
    expect(await mails()).toEqual([]);
    await choose({ job_ended: 'always' });
    await handle('job', jobEnded());
    await put(ada.id, ada.email);
    expect(await mails()).toEqual([]);
  });

  it('has a name with line breaks on one line, and no second header', async () => {
    const { choose, jobEnded, handle, mails } = await world();
    await choose({ job_ended: 'always' });
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
    const { request, runEvent, handle, mails } = await world();
    await request('run_1');
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
    const { put, handle, mails } = await world();
    await put('usr_2', 'owner@example.org', 'owner');
    const event = budgetWarning(percent, scope, id || ada.id);
    await handle('budget', event);
    await handle('budget', event);
    const sent = await mails();
    expect(sent.map((mail) => mail.to).sort()).toEqual(to);
    expect(new Set(sent.map((mail) => mail.subject))).toEqual(new Set([subject]));
    for (const shown of [`${publicUrl}/w/ws_1/usage`, 'refuses new jobs']) expect(sent[0]!.text).toContain(shown);
  },
);

it('sends a person the daily number of mails, and the rest later in one', async () => {
  const { db, choose, jobEnded, handle, mails } = await world();
  await choose({ job_ended: 'always' });
  let sent = 0;
  for (let n = 0; n < MAX_MAILS_PER_DAY + 5; n++) {
    await handle('job', jobEnded());
    sent += (await mails()).length;
  }
  expect(sent).toBe(MAX_MAILS_PER_DAY);
  await db.query('update notice_days set day = day - 1');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['5 jobs: 5 completed']);
});

it('sends mails to others while more notices than a pass reads wait for the next day of one person', async () => {
  const { db, put, choose, rpcs, jobEnded, handle, mails } = await world();
  await choose({ job_ended: 'always' });
  await db.query(
    `insert into pending_notices (event_id, user_id, kind, workspace_id, subject_id, title, outcome)
     select 'evt_' || n, $1, 'job_ended', 'ws_1', 'job_' || n, 'blast', 'completed' from generate_series(1, $2::int) n`,
    [ada.id, MAX_READ],
  );
  await db.query(`insert into notice_days values ($1, (now() at time zone 'UTC')::date, $2)`, [
    ada.id,
    MAX_MAILS_PER_DAY,
  ]);
  await put('usr_2', 'bob@example.org', 'member');
  await rpcs.changeChoices({ email: 'bob@example.org', choices: { job_ended: 'always' } });
  await handle('job', jobEnded({ createdBy: 'usr_2' }));
  expect((await mails()).map(({ to }) => to)).toEqual(['bob@example.org']);
});

it('neither loses nor repeats a notice at any crash of the loop', async () => {
  const { db, choose, jobEnded, handle, later } = await world();
  await choose({ job_ended: 'always' });
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
  const { put, handle, mails } = await world();
  for (const role of ['owner', 'admin']) await put(`usr_${role}`, `${role}@example.org`, role);
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

describe('who people are', () => {
  it('is waited for with every notice, until the gateway has said it of everybody', async () => {
    const { db, request, jobEnded, handle, mails, pending } = await world();
    await db.query('delete from people_complete');
    const event = jobEnded();
    await request(event.key);
    await handle('job', event);
    expect([await mails(), await pending()]).toEqual([[], 1]);
    await db.query('insert into people_complete default values');
    expect(await mails()).toHaveLength(1);
  });

  it('is not changed by an older version', async () => {
    const { rpcs, put, choose, jobEnded, handle, mails } = await world();
    await put(ada.id, 'ada@new.example', 'member');
    await rpcs.changeChoices({ email: 'ada@new.example', choices: { job_ended: 'always' } });
    const old = { userId: ada.id, email: ada.email, roles: [], keyIds: [], version: 1 };
    await rpcs.putPeople({ people: [old], complete: false });
    await choose({ job_ended: 'never' });
    await handle('job', jobEnded());
    expect((await mails()).map(({ to }) => to)).toEqual(['ada@new.example']);
  });

  it('keeps which mails are wanted when an address changes', async () => {
    const { rpcs, put, choose } = await world();
    await choose({ job_ended: 'never' });
    await put(ada.id, 'ada@new.example', 'member');
    expect((await rpcs.getChoices({ email: 'ada@new.example' })).choices).toEqual({ job_ended: 'never' });
  });

  it('includes the keys of a person, who gets mails about their budgets', async () => {
    const { put, handle, mails } = await world();
    await put(ada.id, ada.email, 'member', ['key1']);
    await put('usr_2', 'bob@example.org', 'member', ['key2']);
    await handle('budget', budgetWarning(80, BudgetScope.KEY, 'key1'));
    expect((await mails()).map(({ to }) => to)).toEqual([ada.email]);
  });
});

describe('what a gateway before release 0.3 had collected', () => {
  const recordedAt = new Date();
  const notice = { ...{ userId: ada.id, kind: 'job_ended', workspaceId: 'ws_1' }, recordedAt };
  const job = { subjectId: 'job_1', title: 'pairwise-align', outcome: 'completed' };
  const nothing = { handledEventIds: [], choices: [], requests: [], notices: [], mails: [], days: [] };

  it('is sent once, also when it is taken over again after it was sent', async () => {
    const { rpcs, mails } = await world();
    const taken = {
      ...nothing,
      choices: [{ email: ada.email, choices: { job_ended: 'always' } }],
      notices: [{ eventId: 'evt_1', ...notice, ...job }],
      mails: [
        {
          ...{ id: newId('mail', recordedAt), recipient: ada.email, expiresAt: new Date(Date.now() + 60_000) },
          dataJson: JSON.stringify({
            kind: 'run_ended',
            count: 1,
            outcomes: {},
            listed: [{ id: 'run_1', title: 'T', outcome: 'failed' }],
          }),
        },
      ],
    };
    await rpcs.takeOver(taken);
    await rpcs.takeOver(taken);
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['T failed', 'pairwise-align completed']);
    await rpcs.takeOver(taken);
    expect(await mails()).toEqual([]);
  });

  it('replaces what was recorded here for an event that the gateway had handled', async () => {
    const { rpcs, choose, jobEnded, handle, mails } = await world();
    await choose({ job_ended: 'always' });
    const [both, here] = [jobEnded({ name: 'Both' }), jobEnded({ name: 'Here' })];
    await handle('job', both);
    await handle('job', here);
    const handled = { ...nothing, handledEventIds: [both.eventId, 'evt_gateway'] };
    await rpcs.takeOver(handled);
    await rpcs.takeOver(handled);
    await handle('job', { ...jobEnded(), eventId: 'evt_gateway' });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Here (pairwise-align) completed']);
  });

  it('does not replace a choice that was made here', async () => {
    const { rpcs, choose } = await world();
    await choose({ job_ended: 'never' });
    const choices = [{ email: ada.email, choices: { job_ended: 'always', run_ended: 'always' } }];
    await rpcs.takeOver({ ...nothing, choices });
    expect((await rpcs.getChoices({ email: ada.email })).choices).toEqual({ job_ended: 'never', run_ended: 'always' });
  });
});

it('refuses unknown kinds and choices', async () => {
  const { choose } = await world();
  await expect(choose({ job_ended: 'often' })).rejects.toThrow();
  await expect(choose({ lunch: 'always' })).rejects.toThrow();
});
