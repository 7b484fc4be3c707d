import { describe, expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

describe('a workspace', () => {
  it('starts with its credits and the limits of its plan', async () => {
    const { operator, clientOf } = await startBilling();
    const created = await operator.createWorkspace({ name: 'Lab', plan: 'PRO', millicredits: 2_500 });

    expect(created).toMatchObject({ name: 'Lab', plan: 'PRO', paid: true, availableMillicredits: 2_500 });
    expect(created.limits).toMatchObject({ requestsPerMinute: 120, jobsPerDay: expect.any(Number) });
    expect(created.id).toMatch(/^ws_[0-9a-z]{26}$/);
    expect(await clientOf('gateway').getWorkspace({ workspaceId: created.id })).toEqual(created);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, transfers: 1 });
  });

  it('may have no credits', async () => {
    const { operator } = await startBilling();
    const created = await operator.createWorkspace({ name: 'Lab', plan: 'FREE', millicredits: 0 });
    expect(created).toMatchObject({ paid: false, availableMillicredits: 0 });
  });

  it('keeps its overrides when its plan changes, and has no daily limit where the plan has none', async () => {
    const { operator, db } = await startBilling();
    await db.query(`insert into plans values ('UNLIMITED', true, 7, null, 8, 9)`);
    const { id: workspaceId } = await operator.createWorkspace({ name: 'Lab', plan: 'FREE', millicredits: 0 });
    await operator.setLimits({ workspaceId, concurrentJobs: 5 });
    await operator.setLimits({ workspaceId, storageBytes: 0 });

    const changed = await operator.setPlan({ workspaceId, plan: 'UNLIMITED' });
    expect(changed).toMatchObject({ plan: 'UNLIMITED', paid: true });
    expect(changed.limits).toEqual({ concurrentJobs: 5, jobsPerDay: undefined, storageBytes: 0, requestsPerMinute: 9 });
  });

  it('gets another name from the gateway', async () => {
    const { operator, clientOf } = await startBilling();
    const { id: workspaceId } = await operator.createWorkspace({ name: 'Lab', plan: 'FREE', millicredits: 0 });
    const renamed = await clientOf('gateway').setName({ workspaceId, name: 'Enzyme group' });
    expect(renamed).toMatchObject({ id: workspaceId, name: 'Enzyme group' });
    await expect(operator.setName({ workspaceId, name: 'a\nb' })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(operator.setName({ workspaceId: 'ws_nobody', name: 'a' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused with all its problems', async () => {
    const { operator } = await startBilling();
    await expect(operator.createWorkspace({ name: ' ', plan: 'GOLD', millicredits: -1 })).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        errors: [
          { path: 'name' },
          { path: 'plan', message: 'must be one of COMMERCIAL_TEAM, FREE, PRO' },
          { path: 'credits' },
        ],
      },
    });
  });

  it('is listed with others for operators, oldest first, in pages', async () => {
    const { operator, clientOf } = await startBilling();
    const made = [];
    for (const name of ['A', 'B', 'C'])
      made.push(await operator.createWorkspace({ name, plan: 'PRO', millicredits: 5 }));
    made.sort((a, b) => (a.id < b.id ? -1 : 1));
    const first = await operator.listWorkspaces({ afterId: '', limit: 2 });
    expect(first).toEqual({ workspaces: made.slice(0, 2), hasMore: true });
    const afterId = first.workspaces[1]!.id;
    expect(await operator.listWorkspaces({ afterId, limit: 2 })).toEqual({ workspaces: made.slice(2), hasMore: false });
    await expect(operator.listWorkspaces({ limit: 1_001 })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(clientOf('gateway').listWorkspaces({ limit: 1 })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('must exist to be changed, and its new plan and limits must be valid', async () => {
    const { operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(0);
    const unknown = { workspaceId: 'ws_nobody' };
    for (const call of [
      () => operator.getWorkspace(unknown),
      () => operator.setPlan({ ...unknown, plan: 'PRO' }),
      () => operator.setLimits({ ...unknown, jobsPerDay: 1 }),
      () => operator.listTransfers(unknown),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(operator.setPlan({ workspaceId, plan: 'pro' })).rejects.toMatchObject({
      details: { errors: [{ path: 'plan' }] },
    });
    await expect(operator.setLimits({ workspaceId, requestsPerMinute: 0 })).rejects.toMatchObject({
      details: { errors: [{ path: 'requests-per-minute' }] },
    });
  });
});
