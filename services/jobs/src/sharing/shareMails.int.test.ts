import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { openMailer } from '@rotamer/kit/mail/mailer.ts';
import { sendMails, startMailing } from '@rotamer/kit/mail/sendMails.ts';
import { createLog } from '@rotamer/kit/process/log.ts';
import { type CrashPoint, injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { type Reply, testSmtp } from '@rotamer/kit/testing/testSmtp.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aSubmission, startJobs, testShareLinks } from '../testing/startJobs.ts';
import { shareMails } from './shareMails.ts';

const mailFrom = 'Rotamer <rotamer@example.org>';

/** A job with a call that invites people, and a mail server. */
async function worldWithMail(reply?: Reply) {
  const world = await startJobs();
  const { scope } = await world.member(100);
  const jobId = (await world.jobs.submit(aSubmission({ name: 'Ubiquitin\r\nBcc: eve@example.org' }), scope)).job!.id;
  const invite = async (...addInvites: string[]) =>
    (await world.sharing.updateSharing({ jobId, visibility: Visibility.INVITED, addInvites }, scope)).links;
  const smtp = await testSmtp(reply);
  const mailer = openMailer({ smtpUrl: smtp.url, mailFrom })!;
  onTestFinished(mailer.close);
  const lines: string[] = [];
  const log = createLog('jobs', 'debug', { write: (line) => lines.push(line) });
  const deps = { queue: shareMails(world.db, testShareLinks), mailer, log };
  const waiting = async () => (await world.db.query('select attempts from share_mails')).rows;
  const makeDue = () => world.db.query(`update share_mails set next_attempt_at = now() - interval '1 second'`);
  return { ...world, jobId, invite, smtp, deps, lines, waiting, makeDue };
}

describe('an invitation', () => {
  it('sends one mail with the link, only to the invited person, soon after the request', async () => {
    const { db, url, signals, invite, smtp, deps, lines, waiting } = await worldWithMail();
    const mailing = startMailing({ ...deps, url, signals });
    onTestFinished(mailing.stop);
    const [link] = await invite('ada@example.org');
    await eventually(async () => (await waiting()).length === 0, 25_000);
    expect(smtp.arrived).toHaveLength(1);
    const [{ to, text, messageId }] = smtp.arrived as [(typeof smtp.arrived)[0]];
    expect(to).toEqual(['ada@example.org']);
    expect(text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')).toContain(link);
    expect(text).not.toMatch(/^Bcc:/im);
    const { rows } = await db.query('select id from job_shares');
    expect(messageId).toBe(`<${rows[0].id}@rotamer.example>`);
    expect(lines.join()).not.toContain('ada@');
  });

  it('says until when the link works, and is not sent once sharing has ended', async () => {
    const { db, jobId, invite, smtp, deps, waiting } = await worldWithMail();
    await invite('ada@example.org');
    await db.query(`update jobs set share_expires_at = now() where id = $1`, [jobId]);
    await sendMails(deps);
    expect([smtp.arrived.length, (await waiting()).length]).toEqual([0, 1]);
    await db.query(`update jobs set share_expires_at = '2036-03-01T12:34:00Z' where id = $1`, [jobId]);
    await sendMails(deps);
    expect(smtp.arrived[0]!.text.replace(/=\r?\n/g, '')).toContain('It works until 2036-03-01 12:34 UTC.');
  });

  it('is retried while the server is unavailable or defers it, and never logs the address', async () => {
    const replies = [451, undefined];
    const { invite, smtp, deps, lines, waiting, makeDue } = await worldWithMail(async () => replies.shift());
    await invite('ada@example.org');
    const away = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom })!;
    await sendMails({ ...deps, mailer: away });
    expect(await waiting()).toEqual([{ attempts: 1 }]);
    await sendMails(deps);
    expect(smtp.arrived).toEqual([]);
    for (const left of [[{ attempts: 2 }], []]) {
      await makeDue();
      await sendMails(deps);
      expect(await waiting()).toEqual(left);
    }
    expect(new Set(smtp.arrived.map(({ messageId }) => messageId)).size).toBe(1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: 'ESOCKET' }, { response_code: 451 }]);
    expect(lines.join()).not.toContain('ada@');
  });

  it('that the server rejects permanently is dropped, and delays no other', async () => {
    const refuse: Reply = async ({ to }) => (to.includes('gone@example.org') ? 550 : undefined);
    const { invite, smtp, deps, lines, waiting } = await worldWithMail(refuse);
    await invite('gone@example.org', 'ada@example.org');
    await sendMails(deps);
    expect(smtp.arrived.map(({ to }) => to[0]).sort()).toEqual(['ada@example.org', 'gone@example.org']);
    expect(await waiting()).toEqual([]);
    expect(lines.join()).toContain('mail permanently rejected');
    expect(lines.join()).not.toContain('gone@');
  });

  it('is sent at most twice when its mailer is killed before the server’s reply', async () => {
    let killed = false;
    const { url, invite, smtp, deps, waiting } = await worldWithMail(async () => {
      if (killed) return undefined;
      mailer.kill('SIGKILL');
      await once(mailer, 'exit');
      killed = true;
      return undefined;
    });
    await invite('ada@example.org', 'bob@example.org');
    const program = join(import.meta.dirname, '../testing/mailerProcess.ts');
    const mailer = spawn(process.execPath, [program, url, smtp.url], { stdio: 'inherit' });
    await eventually(() => killed, 60_000);
    await sendMails(deps);
    expect(await waiting()).toEqual([]);
    const [first, ...others] = smtp.arrived;
    expect(others.filter(({ messageId }) => messageId === first!.messageId)).toHaveLength(1);
    expect(others).toHaveLength(2);
  }, 90_000);

  it('is one mail, or two identical ones at one crash point, for any crash of its mailer', async () => {
    const { db, invite, deps } = await worldWithMail();
    let last = false;
    let repeated = 0;
    for (let crashAt = 1; !last; crashAt++) {
      for (const crash of ['before', 'after'] satisfies CrashPoint[]) {
        const sent: Mail[] = [];
        const mailer = { send: async (mail: Mail) => void sent.push(mail) };
        const crashing = injectCrash(crashAt, crash);
        await invite(`${crashAt}-${crash}@example.org`);
        await sendMails({
          queue: shareMails(crashing.db(db), testShareLinks),
          mailer: crashing.neighbour(mailer),
          log: quietLog,
        }).catch(() => {});
        last = !crashing.hasCrashed;
        await sendMails({ ...deps, mailer });
        expect([1, 2]).toContain(sent.length);
        expect(new Set(sent.map(({ messageId, date }) => `${messageId} ${date.getTime()}`)).size).toBe(1);
        if (sent.length === 2) repeated++;
      }
    }
    // Between sending the mail and deleting its row: after one call, and before the next.
    expect(repeated).toBe(2);
  });
});

describe('the local stack', () => {
  it('writes one file for each invited person to a folder, even if a mail is repeated', async () => {
    const { invite, deps, jobId } = await worldWithMail();
    const mailDir = await mkdtemp(join(tmpdir(), 'rotamer-mail-'));
    onTestFinished(() => rm(mailDir, { recursive: true }));
    const mailer = openMailer({ mailDir, mailFrom })!;
    await invite('ada@example.org');
    await sendMails({ ...deps, mailer: { send: (mail) => mailer.send(mail).then(() => mailer.send(mail)) } });
    const files = await readdir(mailDir);
    expect(files).toEqual([expect.stringMatching(/^shr_\w+\.eml$/)]);
    const mail = await readFile(join(mailDir, files[0]!), 'utf8');
    expect(mail).toMatch(/^To: ada@example.org$/m);
    expect(mail.replace(/=\r?\n/g, '')).toContain(`https://rotamer.example/share/${jobId}?t=`);
  });
});
