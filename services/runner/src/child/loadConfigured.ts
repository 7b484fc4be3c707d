import type { LoadedTool } from '@rotamer/tools/loadTool.ts';
import type { JobFile } from './jobFile.ts';

/** The tool of a job by configuration. Its readers of every kind are loaded only where they are needed. */
export async function loadConfigured({ contract }: JobFile): Promise<LoadedTool> {
  const { configuredTool } = await import('@rotamer/tools/shared/configured/configuredTool.ts');
  return configuredTool(contract!);
}
