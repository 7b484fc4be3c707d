import { expect, it } from 'vitest';
import { startBilling } from './testing/startBilling.ts';

const unauthenticated = 16;

it('accepts exactly the callers that the table allows for each RPC', async () => {
  const { clientOf, createWorkspace, jobs, operator } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1);
  const gateway = clientOf('gateway');

  expect(await gateway.getWorkspace({ workspaceId })).toMatchObject({ id: workspaceId });
  for (const call of [
    () => gateway.placeHolds({}),
    () => gateway.grantCredits({ workspaceId }),
    () => jobs.grantCredits({ workspaceId }),
    () => operator.placeHolds({}),
    () => operator.settleHolds({}),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(
    clientOf('operator', { token: 'the token of jobs' }).getWorkspace({ workspaceId }),
  ).rejects.toMatchObject({
    cause: { code: unauthenticated },
  });
});
