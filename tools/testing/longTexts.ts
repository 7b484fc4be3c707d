import type { ToolContract } from '../contract.ts';
import { loadTool } from '../loadTool.ts';
import { type LongTexts, soundInputs } from './soundInputs.ts';
import { runNative } from './testNative.ts';

/** Returns texts that only programs write: a profile, for tools that take one. */
export async function longTexts({ slots }: ToolContract): Promise<LongTexts> {
  if (!slots.some(({ acceptedFormats }) => acceptedFormats.includes('HMM'))) return {};
  const build = await loadTool('hmm-build');
  const done = await runNative(build, soundInputs(build.contract));
  return { HMM: done.files[0]!.text };
}
