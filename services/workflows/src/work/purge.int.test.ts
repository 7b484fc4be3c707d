import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { purgeSubmissions } from '../runs/submissions.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

it('keeps an idempotency key until it expires; afterwards the key starts another run', async () => {
  const { db, published } = await startWorkflows();
  const owner = await published(thin);
  const [first, second] = [randomUUID(), randomUUID()];
  const start = (submissionId: string) => owner.start({ proteins: '>a\nMKV\n' }, { submissionId });
  const [one, other] = [await start(first), await start(second)];
  expect(await purgeSubmissions(db, 10)).toBe(false);
  expect(await start(first)).toBe(one);

  await db.query(`update submissions set expires_at = now() - interval '1 second' where id = $1`, [first]);
  expect(await purgeSubmissions(db, 1), 'there may be more').toBe(true);
  expect(await purgeSubmissions(db, 1)).toBe(false);
  expect(await start(first)).not.toBe(one);
  expect(await start(second)).toBe(other);
});
