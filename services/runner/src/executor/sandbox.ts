import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_MAIN } from './childMain.ts';
import { MAX_TASKS } from './limits.ts';
import { inOwnPlaces } from './ownPlaces.ts';
import { countTasks } from './processTable.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'group';

/** Another user than the runner's own; undefined: the same. */
export type ToolUser = { uid: number; gid: number } | undefined;

/** How a tool is isolated from the machine. */
export interface Sandbox {
  name: SandboxName;
  /** Whether it denies a tool the network and the runner's memory, environment and files: what `auto` requires. */
  strong: boolean;
  /** The user of the next process: runs the tool and owns the folders of its attempts. */
  nextUser(): ToolUser;
  /** Whether root has to start the command line, which then switches to the tool's user itself. */
  startsAsRoot: boolean;
  /**
   * Whether its process, when it exits by itself, leaves no other behind: it waited for the first process of a pid namespace, with
   * which the kernel ends all others.
   */
  endsWhole: boolean;
  /** Whether a process needs folders of its own for the places that users share (ownPlaces.ts). */
  ownPlaces: boolean;
  /** For `ulimit -u`: most tasks that the kernel may count when the tool starts another. */
  taskLimit(user: ToolUser): number | undefined;
  /** The command line that runs a command as a user with `root` as the only writable folder. */
  wrap(root: string, command: string[], user: ToolUser): string[];
}

/** Users that own nothing: a range that no system assigns (systemd.io/UIDS-GIDS). */
const FIRST_USER = 61_000;
const USERS = 184;

/**
 * A runner with root gives each process of a tool a user of its own: it can neither access files of root nor read, signal
 * or starve the others. Two runners on a machine start at different ids.
 */
function createUsers(): () => ToolUser {
  let next = randomInt(USERS);
  return () => {
    const id = FIRST_USER + (next++ % USERS);
    return { uid: id, gid: id };
  };
}

const RUNNER_SOURCES = fileURLToPath(new URL('../..', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

/** System files that programs need; none contain secrets. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix'],
  ...['alternatives', 'ld.so.cache', 'passwd', 'group', 'localtime'].map((name) => `/etc/${name}`),
];

const NODE_MODULES = `${REPOSITORY}node_modules`;

/** Where a child's program lies when it is a bundle: an image has it beside the sources' folders. */
const BUNDLES = CHILD_MAIN.endsWith('.ts') ? [] : [resolve(CHILD_MAIN, '../../../../..')];

/** What a child loads, and the Node executable. */
const SOURCES = [
  ...[NODE_MODULES, `${REPOSITORY}tools`, RUNNER_SOURCES],
  ...[...BUNDLES, process.execPath].filter((path) => !path.startsWith(`${NODE_MODULES}/`)),
];

/** Those that there are, by their real paths. */
export const REAL_SOURCES = SOURCES.filter((path) => existsSync(path)).map((path) => realpathSync(path));

/** Makes a path visible. Each mount takes almost a millisecond of CPU time, which a link into /usr does without. */
function show(path: string): string[] {
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : '';
  return /^\/?usr\//.test(target) ? ['--symlink', target, path] : ['--ro-bind-try', path, path];
}

const VISIBLE = [...SYSTEM, ...SOURCES].flatMap(show);

/** No network, a pid namespace, and a file system that is read-only except for the attempt's folder. */
const bwrap = (root: string, options: string[], command: string[]) => [
  ...['bwrap', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', ...options],
  ...['--dev', '/dev', '--remount-ro', '/dev'],
  // Parent folders created explicitly are accessible to all users; those created by a bind are not.
  ...['/etc/passwd', ...SOURCES, root].flatMap((path) => ['--dir', dirname(path)]),
  ...VISIBLE,
  ...['--bind', root, root, '--remount-ro', '/', '--', ...command],
];

type Wrap = Sandbox['wrap'];

const PROC = ['--proc', '/proc'];

const bwrapAsUser =
  (...options: string[]): Wrap =>
  (root, command) =>
    bwrap(root, ['--unshare-user', '--as-pid-1', ...options], command);

/**
 * The tool cannot create namespaces of its own, which reduces the kernel's attack surface. In a container that cannot
 * be disabled (its /proc/sys is read-only), nor can a /proc of another pid namespace be mounted: there the tool has no
 * /proc.
 */
const userWraps = [bwrapAsUser('--disable-userns', ...PROC), bwrapAsUser(...PROC), bwrapAsUser('--dir', '/proc')];

/**
 * Where other users cannot access the sources: root mounts them, then switches to the tool's user inside. That switch makes a process
 * outlive its parent, so the first one of the namespace stays bubblewrap's own.
 */
const bwrapAsRoot: Wrap = (root, command, user) => {
  const become = ['setpriv', '--reuid', `${user!.uid}`, '--regid', `${user!.gid}`, '--clear-groups', '--'];
  return bwrap(root, [...PROC, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'], [...become, ...command]);
};

/**
 * No network and a pid namespace. The file system is read-only except for the folder; what a tool reads of it is as its user's
 * permissions say. Places that all users of the machine share are its own.
 */
const unshare: Wrap = (root, command) => [
  ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ...['unshare', '--user', '--map-current-user', '--keep-caps', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
  ...['--fork', '--kill-child', '--', ...inOwnPlaces(root, REAL_SOURCES), ...command],
];

/** Only a process group, with network access: for trusted tools on systems without namespaces. */
const group: Wrap = (_root, command) => command;

/** In a user namespace the kernel counts the tasks of the namespace alone. */
const ownTasks = () => MAX_TASKS;

/** Margin for tasks that the user's other programs start meanwhile. */
const OTHER_TASKS = 2048;

/** Otherwise it counts all tasks of the user, and none of root's. */
const tasksOf = (user: ToolUser) =>
  process.platform !== 'linux'
    ? undefined
    : user
      ? countTasks(user.uid) + MAX_TASKS
      : countTasks(process.getuid!()) + OTHER_TASKS;

const asRunner = { nextUser: () => undefined, startsAsRoot: false, strong: false, ownPlaces: false };
const bwrapParts = { name: 'bwrap', strong: true, endsWhole: true, taskLimit: ownTasks } as const;
const unshareParts = { name: 'unshare', endsWhole: true, ownPlaces: true, taskLimit: ownTasks, wrap: unshare } as const;
const groupParts = { name: 'group', strong: false, endsWhole: false, taskLimit: tasksOf, wrap: group } as const;

const asSelf: Sandbox[] = [
  ...userWraps.map((wrap): Sandbox => ({ ...asRunner, ...bwrapParts, wrap })),
  { ...asRunner, ...unshareParts },
  { ...asRunner, ...groupParts },
];

/** The sandboxes that `ROTAMER_SANDBOX` allows, strongest first; whether they work must be probed. */
export function findSandboxes(wanted: SandboxName | 'auto'): Sandbox[] {
  return candidates().filter(({ name, strong }) => (wanted === 'auto' ? strong : name === wanted));
}

function candidates(): Sandbox[] {
  if (process.getuid?.() !== 0) return asSelf;
  const asOther = { nextUser: createUsers(), startsAsRoot: false, strong: true, ownPlaces: false };
  return [
    ...userWraps.map((wrap): Sandbox => ({ ...asOther, ...bwrapParts, wrap })),
    { ...asOther, ...bwrapParts, startsAsRoot: true, endsWhole: false, taskLimit: tasksOf, wrap: bwrapAsRoot },
    { ...asOther, ...unshareParts },
    { ...asOther, ...groupParts },
    ...asSelf.filter(({ name }) => name !== 'bwrap'),
  ];
}
