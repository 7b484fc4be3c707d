import type { Command } from './command.ts';

export const collectionCreate: Command = {
  name: 'collection create',
  summary: 'makes a collection of files',
  required: { workspace: 'W', name: 'N' },
  async run({ workspace, name }, { billing, files }) {
    // Files asks nobody, so whether there is such a workspace is asked here.
    await billing.getWorkspace({ workspaceId: workspace });
    const collection = await files.createCollection({ workspaceId: workspace, name });
    return { id: collection.id, name: collection.name };
  },
};
