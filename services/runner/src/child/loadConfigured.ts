import type { LoadedTool } from '@rotamer/tools/loadTool.ts';
import type { JobFile } from './jobFile.ts';

/** Loads the tool of a job by configuration. The readers of all kinds are only loaded here, where they are needed. */
export async function loadConfigured({ contract }: JobFile): Promise<LoadedTool> {
  const { configuredTool } = await import('@rotamer/tools/shared/configured/configuredTool.ts');
  return configuredTool(contract!);
}
