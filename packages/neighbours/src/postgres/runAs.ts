import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** How to start PostgreSQL's programs: they refuse to run as root, so root has to switch to another user. */
export interface RunAs {
  /** Words in front of the program: empty, or `unshare …`. */
  prefix: string[];
  /** The account that the program runs as, if not our own. */
  account?: { uid: number; gid: number };
}

const nobody = 65534;
const userNamespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

/**
 * Chooses the first way in which `program --version` runs: as our own user when we are not root; in a user namespace that
 * shows root as "nobody" (files keep their owner, so folders that only root may enter still work); or as the account
 * `postgres` or `nobody`.
 *
 * @throws Error listing each way that was tried and why it failed.
 */
export function chooseRunAs(program: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const ways: [string, RunAs][] = [
    ['in a user namespace (unshare --user)', { prefix: userNamespace }],
    ...accounts().map(({ name, ...account }): [string, RunAs] => [`as ${name}`, { prefix: [], account }]),
  ];
  const failures: string[] = [];
  for (const [description, runAs] of ways) {
    const failure = tryVersion(runAs, program);
    if (failure === undefined) return runAs;
    failures.push(`  ${description}: ${failure}`);
  }
  throw new Error(
    `PostgreSQL cannot run as root, and no alternative works for ${program}:\n${failures.join('\n')}\n` +
      'Start Rotamer as an ordinary user, move the checkout to a folder that every account can access, ' +
      'or set ROTAMER_POSTGRES_URL to a PostgreSQL server of your own.',
  );
}

/** Returns command, arguments and spawn options of a program started this way. */
export function commandLine(runAs: RunAs, program: string, args: string[]): [string, string[], RunAs['account']] {
  const [command = program, ...rest] = [...runAs.prefix, program, ...args];
  return [command, rest, runAs.account];
}

/** Changes the owner of a file or folder to the account that PostgreSQL runs as. */
export function handOver(runAs: RunAs, path: string): void {
  if (runAs.account) chownSync(path, runAs.account.uid, runAs.account.gid);
}

function tryVersion(runAs: RunAs, program: string): string | undefined {
  const [command, args, account] = commandLine(runAs, program, ['--version']);
  const result = spawnSync(command, args, { ...account, encoding: 'utf8' });
  if (result.status === 0) return undefined;
  return result.error?.message ?? (result.stderr.trim() || `exit code ${result.status}`);
}

function accounts(): { name: string; uid: number; gid: number }[] {
  return ['postgres', 'nobody'].flatMap((name) => {
    const [uid, gid] = [id('-u', name), id('-g', name)];
    return uid === undefined || gid === undefined ? [] : [{ name, uid, gid }];
  });
}

function id(flag: string, name: string): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}
