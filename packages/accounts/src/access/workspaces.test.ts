import { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it, vi } from 'vitest';
import { createWorkspaces } from './workspaces.ts';

function billing() {
  const getWorkspace = vi.fn(async ({ workspaceId }: { workspaceId?: string }) =>
    Workspace.fromPartial({ id: workspaceId, paid: true }),
  );
  return { getWorkspace, workspaces: createWorkspaces({ getWorkspace }) };
}

describe('plan and limits of a workspace', () => {
  it('are fetched once for requests that arrive together', async () => {
    const { getWorkspace, workspaces } = billing();
    const found = await Promise.all(Array.from({ length: 20 }, () => workspaces.recent('ws_1', {})));
    expect(found.every(({ id }) => id === 'ws_1')).toBe(true);
    expect(getWorkspace).toHaveBeenCalledTimes(1);
  });

  it('are kept separately for each workspace', async () => {
    const { workspaces } = billing();
    const found = await Promise.all(['ws_1', 'ws_2'].map((id) => workspaces.recent(id, {})));
    expect(found.map(({ id }) => id)).toEqual(['ws_1', 'ws_2']);
  });

  it('are fetched again when a request needs current values, and are then cached', async () => {
    const { getWorkspace, workspaces } = billing();
    await workspaces.recent('ws_1', {});
    getWorkspace.mockResolvedValueOnce(Workspace.fromPartial({ id: 'ws_1', paid: false }));
    expect((await workspaces.current('ws_1', {})).paid).toBe(false);
    expect((await workspaces.recent('ws_1', {})).paid).toBe(false);
  });

  it('pass a failure on and are fetched again next time', async () => {
    const { getWorkspace, workspaces } = billing();
    getWorkspace.mockRejectedValueOnce(new Error('away'));
    await expect(workspaces.recent('ws_1', {})).rejects.toThrow('away');
    expect((await workspaces.recent('ws_1', {})).paid).toBe(true);
  });
});
