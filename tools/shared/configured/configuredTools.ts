import type { ToolContract } from '../../contract.ts';

/** Like `readToolFolders`, but loads the YAML parser only when folders are named: most services have none. */
export async function configuredTools(folders: string | undefined, taken: Iterable<string>): Promise<ToolContract[]> {
  if (!folders) return [];
  const { readToolFolders } = await import('./readToolFolders.ts');
  return readToolFolders(folders, taken);
}
