import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { made, run } from '@rotamer/neighbours/cache.ts';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';
import { Missing } from '../system.ts';

export const RESTATE = '1.7.12';
const SDK = '1.17.2';

/** Returns a folder with Restate's server and its SDK for Node from npm. Downloads 220 MB if they are missing. */
export async function restatePrograms(): Promise<{ folder: string; server: string }> {
  const platform = `${process.platform}-${process.arch}`;
  if (!['linux-x64', 'linux-arm64'].includes(platform))
    throw new Missing(`its npm package has no server for ${platform}`);
  if (missingTools(['npm']).length > 0) throw new Missing('it comes from npm, and there is no npm');
  const folder = await made(`restate-${RESTATE}-${SDK}`, async (draft) => {
    writeFileSync(join(draft, 'package.json'), '{ "private": true }');
    const packages = [`@restatedev/restate-server@${RESTATE}`, `@restatedev/restate-sdk@${SDK}`];
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: draft });
  });
  return { folder, server: join(folder, `node_modules/@restatedev/restate-server-${platform}/bin/restate-server`) };
}
