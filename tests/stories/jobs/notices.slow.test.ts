// @module-tag slow-stories

import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { mailsTo } from '@rotamer/test-support/sharing.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { expect, inject, it } from 'vitest';

it('mails the person of a job that has ended, once, until the link in the mail switches it off', async () => {
  const { dataDir, baseUrl } = inject('stack');
  const { client } = await newWorkspace();
  const { body: members } = await client.get<{ data: { email: string }[] }>('/members');
  const { email } = members.data[0]!;
  const asked = await client.post<Job>('/jobs', propertiesOf(ubiquitin), { prefer: 'notify=mail' });
  expect(asked.headers.get('preference-applied')).toBe('notify=mail');
  const other = await client.post<Job>('/jobs', propertiesOf(ubiquitin));
  await Promise.all([asked, other].map(({ body }) => waitForJob(client, body.id)));
  await waitFor('the mail', () => mailsTo(dataDir, email).length > 0, { timeoutMs: 230_000 });
  const [mail, ...more] = mailsTo(dataDir, email);
  expect([more, mail]).toEqual([[], expect.stringContaining(asked.body.id)]);
  expect(mail).not.toContain(other.body.id);
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail!)![1]!;
  const off = await fetch(link.replace(new URL(link).origin, new URL(baseUrl).origin), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(off.status).toBe(200);
  expect((await client.get<object>('/notices')).body).toMatchObject({ job_ended: 'never' });
}, 300_000);
