import { describeMemberships } from '@rotamer/domain/testing/membershipContract.ts';
import { startFiles } from '../testing/startFiles.ts';
import { fileMemberships } from './memberships.ts';

describeMemberships('files', async () => {
  const files = await startFiles();
  const { upload, workspaceId } = files.user();
  return {
    db: files.db,
    memberships: fileMemberships,
    workspaceId,
    put: async (projectId) => (await upload('a.txt', 'some text', { projectId })).id,
  };
});
