import type { ToolContract } from '../../contract.ts';

/** As `readToolFolders`, which loads what reads YAML: most services have no folders of tools and start without it. */
export async function configuredTools(folders: string | undefined, taken: Iterable<string>): Promise<ToolContract[]> {
  if (!folders) return [];
  const { readToolFolders } = await import('./readToolFolders.ts');
  return readToolFolders(folders, taken);
}
