import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { RecordRunRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { expect, it } from 'vitest';
import type { Deps } from '../../deps.ts';
import { recordRun } from './recordRun.ts';

it('stores four logs at once in the order of their calls, also after failures', async () => {
  const begun: { jobId: string; end: (failure?: Error) => void }[] = [];
  const query = ({ values }: { values: unknown[] }) =>
    new Promise((resolve, reject) => {
      const end = (failure?: Error) => (failure ? reject(failure) : resolve({ rows: [{}] }));
      begun.push({ jobId: String(values[0]), end });
    });
  const record = recordRun({ db: { query } as unknown as Deps['db'] });
  const calls = Array.from({ length: 10 }, (_, i) =>
    record(RecordRunRequest.fromPartial({ jobId: String(i), text: 'x' }), {} as RpcContext),
  );
  const settled = Promise.allSettled(calls);
  for (let ended = 0; ended < 10; ended++) {
    await eventually(() => begun.length === Math.min(10, 4 + ended));
    begun[ended]!.end(ended % 2 ? new Error('connection lost') : undefined);
  }
  expect((await settled).map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? 'rejected' : 'fulfilled')),
  );
  expect(begun.map(({ jobId }) => jobId)).toEqual(Array.from({ length: 10 }, (_, i) => String(i)));
});
