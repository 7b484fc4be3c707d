import type { Rotamer } from '@rotamer/client';

interface Named {
  id: string;
  name: string;
}

/** What a budget can bound besides the workspace, with names. Keys have their public ids. */
export interface BudgetSubjects {
  project: Named[];
  member: Named[];
  key: Named[];
}

/** Most projects, members and keys. */
const SHOWN = 100;

export async function readSubjects(api: Rotamer): Promise<BudgetSubjects> {
  const [projects, members, keys] = await Promise.all([
    api.projects.list({ limit: SHOWN }).page(),
    api.members.list({ limit: SHOWN }).page(),
    api.apiKeys.list({ limit: SHOWN }).page(),
  ]);
  return {
    project: projects.data,
    member: members.data.map(({ id, name, email }) => ({ id, name: name ?? email })),
    key: keys.data.map(({ prefix, name }) => {
      const publicId = prefix.split('_').at(-1) ?? prefix;
      return { id: publicId, name: name || publicId };
    }),
  };
}
