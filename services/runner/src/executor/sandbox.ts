import { randomInt } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_MAIN } from './childMain.ts';
import { MAX_TASKS } from './limits.ts';
import { countTasks } from './processTable.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'group';

/** Another user than the runner's own; undefined: the same. */
export type ToolUser = { uid: number; gid: number } | undefined;

/** How a tool is isolated from the machine. */
export interface Sandbox {
  name: SandboxName;
  /** Whether it denies a tool the network and the runner's memory, environment and files: what `auto` requires. */
  strong: boolean;
  /** The user of the next attempt: runs the tool and owns its folder. */
  nextUser(): ToolUser;
  /** Whether root has to start the command line, which then switches to the tool's user itself. */
  startsAsRoot: boolean;
  /** For `ulimit -u`: most tasks that the kernel may count when the tool starts another. */
  taskLimit(user: ToolUser): number | undefined;
  /** The command line that runs a command as a user with `root` as the only writable folder. */
  wrap(root: string, command: string[], user: ToolUser): string[];
}

/** Users that own nothing: a range that no system assigns (systemd.io/UIDS-GIDS). */
const FIRST_USER = 61_000;
const USERS = 184;

/**
 * A runner with root gives each attempt a user of its own: its tool can neither access files of root nor read, signal
 * or starve the tool of another attempt. Two runners on a machine start at different ids.
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

/** Where a child's program lies when it is a bundle: an image has it beside the sources' folders. */
const BUNDLES = CHILD_MAIN.endsWith('.ts') ? [] : [resolve(CHILD_MAIN, '../../../../..')];

/** What a child loads, and the Node executable. */
const SOURCES = [`${REPOSITORY}node_modules`, `${REPOSITORY}tools`, RUNNER_SOURCES, ...BUNDLES, process.execPath];

/** No network, a pid namespace, and a file system that is read-only except for the attempt's folder. */
const bwrap = (root: string, options: string[], command: string[]) => [
  ...['bwrap', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', ...options],
  ...['--dev', '/dev', '--remount-ro', '/dev'],
  // Parent folders created explicitly are accessible to all users; those created by a bind are not.
  ...['/etc/passwd', ...SOURCES, root].flatMap((path) => ['--dir', dirname(path)]),
  ...[...SYSTEM, ...SOURCES].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--bind', root, root, '--remount-ro', '/', '--', ...command],
];

type Wrap = Sandbox['wrap'];

const PROC = ['--proc', '/proc'];

const bwrapAsUser =
  (...options: string[]): Wrap =>
  (root, command) =>
    bwrap(root, ['--unshare-user', ...options], command);

/**
 * The tool cannot create namespaces of its own, which reduces the kernel's attack surface. In a container that cannot
 * be disabled (its /proc/sys is read-only), nor can a /proc of another pid namespace be mounted: there the tool has no
 * /proc.
 */
const userWraps = [bwrapAsUser('--disable-userns', ...PROC), bwrapAsUser(...PROC), bwrapAsUser('--dir', '/proc')];

/** Where other users cannot access the sources: root mounts them, then switches to the tool's user inside. */
const bwrapAsRoot: Wrap = (root, command, user) => {
  const become = ['setpriv', '--reuid', `${user!.uid}`, '--regid', `${user!.gid}`, '--clear-groups', '--'];
  return bwrap(root, [...PROC, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'], [...become, ...command]);
};

/** No network and a pid namespace; files are protected by their permissions only. */
const unshare: Wrap = (_root, command) => [
  ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ...['unshare', '--user', '--map-current-user', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
  ...['--fork', '--kill-child', '--', ...command],
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

const asRunner = { nextUser: () => undefined, startsAsRoot: false, strong: false };

const asSelf: Sandbox[] = [
  ...userWraps.map((wrap): Sandbox => ({ ...asRunner, name: 'bwrap', strong: true, taskLimit: ownTasks, wrap })),
  { ...asRunner, name: 'unshare', taskLimit: ownTasks, wrap: unshare },
  { ...asRunner, name: 'group', taskLimit: tasksOf, wrap: group },
];

/** The sandboxes that `ROTAMER_SANDBOX` allows, strongest first; whether they work must be probed. */
export function findSandboxes(wanted: SandboxName | 'auto'): Sandbox[] {
  return candidates().filter(({ name, strong }) => (wanted === 'auto' ? strong : name === wanted));
}

function candidates(): Sandbox[] {
  if (process.getuid?.() !== 0) return asSelf;
  const asOther = { nextUser: createUsers(), startsAsRoot: false, strong: true };
  return [
    ...userWraps.map((wrap): Sandbox => ({ ...asOther, name: 'bwrap', taskLimit: ownTasks, wrap })),
    { ...asOther, name: 'bwrap', startsAsRoot: true, taskLimit: tasksOf, wrap: bwrapAsRoot },
    { ...asOther, name: 'unshare', taskLimit: ownTasks, wrap: unshare },
    { ...asOther, name: 'group', strong: false, taskLimit: tasksOf, wrap: group },
    ...asSelf.filter(({ name }) => name !== 'bwrap'),
  ];
}
