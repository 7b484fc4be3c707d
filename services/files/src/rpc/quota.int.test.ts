import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startFiles } from '../testing/startFiles.ts';

describe('the storage quota', () => {
  it('is never exceeded by concurrent uploads, and can be used to the last byte', async () => {
    const { user, counted } = await startFiles();
    const { workspaceId, begin } = user();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => begin('a', 1_050, 100)));
    const reserved = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.reservedBytes] : []));
    expect(reserved.sort()).toEqual([...Array(10).fill(100), 50].sort());
    expect(await counted(workspaceId)).toBe(1_050);
    const refused = answers.find((answer) => answer.status === 'rejected')!;
    expect(refused.reason).toMatchObject({
      code: 'storage_quota_exceeded',
      details: { storage_limit_bytes: 1_050, storage_used_bytes: 1_050 },
    });
  });

  it('is counted per workspace, and applies a lowered limit', async () => {
    const { user } = await startFiles();
    const [one, other] = [user(), user()];
    await one.begin('a', 100, 100);
    expect((await other.begin('a', 100, 100)).reservedBytes).toBe(100);
    await expect(one.begin('a', 100)).rejects.toMatchObject({ code: 'storage_quota_exceeded' });
    await expect(one.begin('a', 50)).rejects.toMatchObject({ code: 'storage_quota_exceeded' });
    expect((await one.begin('a', 130)).reservedBytes).toBe(30);
  });

  it('counts stored and reserved bytes after any history of calls', async () => {
    const { db, user, files, blobs, counted, sweep } = await startFiles();
    const limit = 200;
    const step = fc.oneof(
      fc.record({ type: fc.constant('begin' as const), declared: fc.integer({ min: 1, max: 120 }) }),
      fc.record({ type: fc.constantFrom('finish' as const, 'abort' as const, 'delete' as const), pick: fc.nat(5) }),
      fc.record({ type: fc.constant('sweep' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { workspaceId, begin, scope } = user({ role: 'admin' });
        const begun: { fileId: string; key: string; reservedBytes: number }[] = [];
        /** Calls that cannot succeed are refused and change nothing. */
        const attempt = (call: Promise<unknown>) => call.catch(() => {});
        for (const one of steps) {
          const upload = 'pick' in one ? begun[one.pick % Math.max(1, begun.length)] : undefined;
          if (one.type === 'begin') await attempt(begin('a', limit, one.declared).then((answer) => begun.push(answer)));
          if (one.type === 'sweep') await sweep();
          if (!upload) continue;
          const { fileId, key, reservedBytes } = upload;
          const content = 'x'.repeat(Math.ceil(reservedBytes / 2));
          if (one.type === 'finish') {
            await attempt(files.finishUpload({ fileId, ...(await blobs.put(key, content)) }, scope));
          } else if (one.type === 'abort') await attempt(files.abortUpload({ fileId }, scope));
          else await attempt(files.delete({ fileId }, scope));
          const { rows } = await db.query(
            `select (select coalesce(sum(size), 0) from files where workspace_id = $1)
                  + (select coalesce(sum(reserved), 0) from uploads where workspace_id = $1) as bytes`,
            [workspaceId],
          );
          expect(await counted(workspaceId)).toBe(Number(rows[0].bytes));
          expect(await counted(workspaceId)).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: long ? 100 : 15 },
    );
  });
});
