import { randomInt } from 'node:crypto';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_MAIN } from './childMain.ts';
import { MAX_TASKS } from './limits.ts';
import { inOwnPlaces } from './ownPlaces.ts';
import { countTasks } from './processTable.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'group';

/** A user other than the runner's; undefined: the runner's user. */
export type ToolUser = { uid: number; gid: number } | undefined;

/** How a tool is isolated from the machine. */
export interface Sandbox {
  name: SandboxName;
  /** Whether a tool has no access to the network and to the runner's memory, environment and files: `auto` requires this. */
  strong: boolean;
  /** Returns the user of the next process, who runs the tool and owns the folders of its attempts. */
  nextUser(): ToolUser;
  /** Whether root has to start the command line, which then switches to the tool's user. */
  startsAsRoot: boolean;
  /**
   * Whether no other process is left when its process exits by itself. True if it waits for the first process of a pid namespace, with
   * which the kernel ends all others.
   */
  endsWhole: boolean;
  /** Whether a process needs private folders in the places that users share (ownPlaces.ts). */
  ownPlaces: boolean;
  /** Returns the limit for `ulimit -u`: the kernel refuses a new task of the tool above it. */
  taskLimit(user: ToolUser): number | undefined;
  /**
   * Returns the command line that runs a command as a user. `root` is its only writable folder, and `visible` another
   * folder that it may read.
   */
  wrap(root: string, command: string[], user: ToolUser, visible?: string): string[];
}

/** Users that own nothing: a range that no system assigns (systemd.io/UIDS-GIDS). */
const FIRST_USER = 61_000;
const USERS = 184;

/**
 * Returns users for the tool processes of a runner with root: each process gets a new user. It cannot access files of root, nor read,
 * signal or starve other processes. Two runners on a machine start at different ids.
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

/** The folder of a child's program if it is a bundle. In an image it lies next to the folders of the sources. */
const BUNDLES = CHILD_MAIN.endsWith('.ts') ? [] : [resolve(CHILD_MAIN, '../../../../..')];

/** The files that a child loads, and the Node executable. */
const SOURCES = [
  ...[NODE_MODULES, `${REPOSITORY}tools`, `${REPOSITORY}packages/formats`, RUNNER_SOURCES],
  ...[...BUNDLES, process.execPath].filter((path) => !path.startsWith(`${NODE_MODULES}/`)),
];

/** The existing sources, by their real paths. */
export const REAL_SOURCES = SOURCES.filter((path) => existsSync(path)).map((path) => realpathSync(path));

/** Returns the folders that a process may read besides its own. */
export const readablePlaces = (visible: string | undefined): string[] =>
  visible ? [...REAL_SOURCES, visible] : REAL_SOURCES;

/** Makes a path visible. Each mount takes almost a millisecond of CPU time, so a link into /usr is copied as a link. */
function show(path: string): string[] {
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : '';
  return /^\/?usr\//.test(target) ? ['--symlink', target, path] : ['--ro-bind-try', path, path];
}

const VISIBLE = [...SYSTEM, ...SOURCES].flatMap(show);

/** No network, a pid namespace, and a file system that is read-only except for the attempt's folder. */
const bwrap = (root: string, options: string[], command: string[], visible?: string) => [
  ...['bwrap', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', ...options],
  ...['--dev', '/dev', '--remount-ro', '/dev'],
  // Parent folders created explicitly are accessible to all users; those created by a bind are not.
  ...['/etc/passwd', ...SOURCES, ...(visible ? [visible] : []), root].flatMap((path) => ['--dir', dirname(path)]),
  ...VISIBLE,
  ...(visible ? ['--ro-bind', visible, visible] : []),
  ...['--bind', root, root, '--remount-ro', '/', '--', ...command],
];

type Wrap = Sandbox['wrap'];

const PROC = ['--proc', '/proc'];

const bwrapAsUser =
  (...options: string[]): Wrap =>
  (root, command, _user, visible) =>
    bwrap(root, ['--unshare-user', '--as-pid-1', ...options], command, visible);

/**
 * In the first variant a tool cannot create namespaces, which reduces the kernel's attack surface. In a container this fails, because its
 * /proc/sys is read-only. The last variant has no /proc, for containers in which a /proc of another pid namespace cannot be mounted.
 */
const userWraps = [bwrapAsUser('--disable-userns', ...PROC), bwrapAsUser(...PROC), bwrapAsUser('--dir', '/proc')];

/**
 * For sources that other users cannot access: root mounts them, then switches to the tool's user inside. The switch makes a process outlive
 * its parent, so the first process of the namespace stays bubblewrap's.
 */
const bwrapAsRoot: Wrap = (root, command, user, visible) => {
  const become = ['setpriv', '--reuid', `${user!.uid}`, '--regid', `${user!.gid}`, '--clear-groups', '--'];
  return bwrap(root, [...PROC, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'], [...become, ...command], visible);
};

/**
 * No network, and a pid namespace. The file system is read-only except for the folder; the permissions of the tool's user decide what it
 * can read. Places that all users of the machine share are private.
 */
const unshare: Wrap = (root, command, _user, visible) => [
  ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ...['unshare', '--user', '--map-current-user', '--keep-caps', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
  ...['--fork', '--kill-child', '--', ...inOwnPlaces(root, readablePlaces(visible)), ...command],
];

/** Only a process group, with network access: for trusted tools on systems without namespaces. */
const group: Wrap = (_root, command) => command;

/** In a user namespace the kernel only counts the tasks of the namespace. */
const ownTasks = () => MAX_TASKS;

/** Margin for tasks that other programs of the user start meanwhile. */
const OTHER_TASKS = 2048;

/** Outside a user namespace, the kernel counts all tasks of the user; it does not limit root. */
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

/** Returns the sandboxes that `ROTAMER_SANDBOX` allows, strongest first. A probe must show whether they work. */
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
