import type { Command } from './command.ts';

export const collectionCreate: Command = {
  name: 'collection create',
  summary: 'creates a collection of files',
  required: { workspace: 'W', name: 'N' },
  async run({ workspace, name }, { billing, files }) {
    // The files service calls no other service, so the workspace is checked here.
    await billing.getWorkspace({ workspaceId: workspace });
    const collection = await files.createCollection({ workspaceId: workspace, name });
    return { id: collection.id, name: collection.name };
  },
};
