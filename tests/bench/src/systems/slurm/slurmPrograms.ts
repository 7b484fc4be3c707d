import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { made, run } from '@rotamer/neighbours/cache.ts';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';
import { Missing } from '../system.ts';

const PACKAGES = ['munge', 'slurmctld', 'slurmd', 'slurmrestd', 'slurm-wlm-basic-plugins', 'slurm-wlm-jwt-plugin'];

/** The release in Debian 12. Later ones have another version of the REST API. */
const RELEASE = '22.05.';

export interface SlurmPrograms {
  version: string;
  /** Returns the path of a program. */
  program(name: string): string;
  libraries: string;
  plugins: string;
}

/**
 * Unpacks Slurm from Debian's packages into a folder, without installing it. This needs no root, starts no service and
 * leaves nothing in /etc. Downloads 4 MB if the packages are missing.
 */
export async function slurmPrograms(): Promise<SlurmPrograms> {
  const missing = missingTools(['apt-get', 'apt-cache', 'dpkg-deb']);
  if (missing.length > 0) throw new Missing(`it comes from Debian's packages, and there is no ${missing.join(', ')}`);
  const version = await offeredVersion();
  const root = await made(`slurm-${version}`, unpack);
  const architecture = readdirSync(join(root, 'usr/lib')).find((name) => name.endsWith('-linux-gnu'))!;
  const libraries = join(root, 'usr/lib', architecture);
  const plugins = join(libraries, 'slurm-wlm');
  return {
    version: version.split('-')[0]!,
    program: (name) => join(root, 'usr/sbin', name),
    libraries: `${libraries}:${plugins}`,
    plugins,
  };
}

async function offeredVersion(): Promise<string> {
  const shown = await run('apt-cache', ['show', '--no-all-versions', 'slurmctld']).catch(() => '');
  const version = /^Version: (.*)$/m.exec(shown)?.[1];
  if (version?.startsWith(RELEASE)) return version;
  throw new Missing(`Slurm ${RELEASE}x is needed, and apt offers ${version ?? 'none: try apt-get update'}`);
}

async function unpack(folder: string): Promise<void> {
  const plan = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...PACKAGES]);
  // The plan lacks packages that are already installed. Slurm's own are added; installed libraries are found without
  // unpacking.
  const wanted = new Set([...PACKAGES, ...[...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name!)]);
  const archives = join(folder, 'archives');
  mkdirSync(archives);
  await run('apt-get', ['download', '-qq', ...wanted], { cwd: archives });
  for (const name of readdirSync(archives)) await run('dpkg-deb', ['-x', join(archives, name), folder]);
  // The programs read their own name to know their role.
  for (const name of ['slurmctld', 'slurmd', 'slurmstepd']) {
    const link = join(folder, 'usr/sbin', name);
    if (!existsSync(link)) symlinkSync(`${name}-wlm`, link);
  }
}
