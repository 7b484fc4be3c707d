import { describeMemberships } from '@rotamer/domain/testing/membershipContract.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { held } from './memberships.ts';

describeMemberships('runs', async () => {
  const { db, published } = await startWorkflows();
  const { workspaceId, start } = await published(thin);
  return {
    db,
    memberships: held.runs,
    workspaceId,
    async put(projectId) {
      const id = await start({ proteins: '>a\nMKTAYIAK\n' });
      await db.query('update runs set project_id = $2 where id = $1', [id, projectId ?? null]);
      return id;
    },
  };
});
