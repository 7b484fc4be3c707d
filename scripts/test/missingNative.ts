import { tools } from '@rotamer/tools/catalogue.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';

/**
 * Returns whether the tests of tools with their programs can run. Tests of a missing program are skipped with a message. When CI is
 * set, they run and fail.
 */
export async function hasNativePrograms(step: string): Promise<boolean> {
  if (process.env.CI) return true;
  const wanted = tools.flatMap(({ contract }) => contract.requires);
  const missing = await missingPrograms(wanted);
  if (missing.length === 0) return true;
  const names = missing.map(({ command }) => command).join(', ');
  console.log(
    `${step}: skipped (in CI it fails) where a program is missing: ${names}. npm run tools:doctor says more.`,
  );
  return missing.length < new Set(wanted.map(({ command }) => command)).size;
}
