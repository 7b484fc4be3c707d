// @module-tag attacks

import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleAttacks } from '../testing/hostile/bundleAttacks.ts';
import { expectReport } from '../testing/hostile/expected.ts';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, '../testing/hostile/runAttacks.ts');
const USER = 1000;

/** Attacks whose outcome depends on the permissions of the runner's user. */
const attacks = [
  ...['spies', 'kills-its-parent', 'hides-a-child', 'fork-bomb', 'allocates-buffers', 'fills-the-disk'],
  ...['hides-its-files', 'ignores-stop', 'links-its-output', 'pipes-its-output', 'writes-one-large-file'],
];

const asUser = ['setpriv', '--reuid', `${USER}`, '--regid', `${USER}`, '--clear-groups', '--'];

/** The options of deploy/Dockerfile and deploy/compose.yaml: no capability, no new privileges, a masked /proc. */
const asImage = [
  ...['unshare', '--mount', 'sh', '-c'],
  `mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys && mount -t tmpfs -o ro tmpfs /proc/fs &&
   exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"`,
  'sh',
];

/**
 * Whether this machine must be able to run the test. Only root can switch users, and bubblewrap is the only sandbox of a user without
 * rights. A developer's machine may lack either; hostile.slow.test.ts tests its user. CI has both, and fails without.
 */
const expected =
  process.env.CI !== undefined ||
  (process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('bwrap', ['--version']).status === 0);

it.skipIf(!expected).for([
  ['an ordinary user', asUser],
  ['the user of the image', asImage],
] as const)('hostile tools of a runner that is %s meet the sandbox auto', { timeout: 120_000 }, async ([, become]) => {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-user-'));
  await chown(folder, USER, USER);
  const program = await bundleAttacks();
  const target = createServer().listen(0, '127.0.0.1');
  await once(target, 'listening');
  try {
    const { port } = target.address() as { port: number };
    const [command, ...args] = [...become, process.execPath, PROGRAM, folder, program.main, `${port}`, ...attacks];
    const env = { PATH: process.env.PATH, ROTAMER_SERVICE_TOKEN: 'a secret of this runner' };
    const { stdout } = await run(command!, args, { env });
    const reports = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.map(({ tool }) => tool)).toEqual(attacks);
    for (const { tool, report, sandbox } of reports) expectReport(tool, report, sandbox);
    expect((await readdir(join(folder, 'work'), { recursive: true })).filter((name) => name.includes('job_'))).toEqual(
      [],
    );
  } finally {
    target.close();
    for (const one of [folder, program.folder]) await rm(one, { recursive: true, force: true });
  }
});
