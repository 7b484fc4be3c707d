import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_TASKS } from './limits.ts';
import { countTasks } from './processTable.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'group';

/** Another user than the runner's own; undefined: the same. */
export type ToolUser = { uid: number; gid: number } | undefined;

/** How a tool is kept apart from the machine. */
export interface Sandbox {
  name: SandboxName;
  /** Whether a tool can neither use the network nor read what the runner knows, its memory, environment or files: what `auto` takes. */
  strong: boolean;
  /** Whom the tool and the folder of the next attempt belong to. */
  nextUser(): ToolUser;
  /** Whether root has to start the command line, which becomes the tool's user by itself. */
  startsAsRoot: boolean;
  /** For `ulimit -u`: the most tasks that the kernel may count when the tool starts another. */
  taskLimit(user: ToolUser): number | undefined;
  /** The command line that runs a command as a user with `root` as the only writable folder. */
  wrap(root: string, command: string[], user: ToolUser): string[];
}

/** Users that own nothing: a range that no system gives to anybody (systemd.io/UIDS-GIDS). */
const FIRST_USER = 61_000;
const USERS = 184;

/**
 * A root runner gives each attempt a user of its own: its tool can neither touch what root owns nor read, signal or
 * starve the tool of another attempt. Two runners of a machine start at different places.
 */
function createUsers(): () => ToolUser {
  let next = randomInt(USERS);
  return () => {
    const id = FIRST_USER + (next++ % USERS);
    return { uid: id, gid: id };
  };
}

const RUNNER_SOURCES = fileURLToPath(new URL('../..', import.meta.url));
const HOUSE = fileURLToPath(new URL('../../../..', import.meta.url));

/** What programs need of a system; nothing of it holds a secret. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/nix'],
  ...['alternatives', 'ld.so.cache', 'passwd', 'group', 'localtime'].map((name) => `/etc/${name}`),
];

/** The sources that a child loads, and the Node that runs them. */
const SOURCES = [`${HOUSE}node_modules`, `${HOUSE}tools`, RUNNER_SOURCES, process.execPath];

/** No network, own processes, and a file system of its own that is read-only but for the attempt's folder. */
const bwrap = (root: string, options: string[], command: string[]) => [
  ...['bwrap', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', ...options],
  ...['--dev', '/dev', '--remount-ro', '/dev'],
  // Made beforehand, the way to what is bound is open to all users; made by a bind, it is closed.
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
 * The tool can make no namespaces of its own, which keeps much of the kernel from it. A container lets nobody forbid
 * that (its /proc/sys is read-only), nor show a /proc of another pid namespace: there the tool has none.
 */
const userWraps = [bwrapAsUser('--disable-userns', ...PROC), bwrapAsUser(...PROC), bwrapAsUser('--dir', '/proc')];

/** Where other users cannot reach the sources: root puts them in place, then becomes the tool's user inside. */
const bwrapAsRoot: Wrap = (root, command, user) => {
  const become = ['setpriv', '--reuid', `${user!.uid}`, '--regid', `${user!.gid}`, '--clear-groups', '--'];
  return bwrap(root, [...PROC, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'], [...become, ...command]);
};

/** No network and own processes; files are kept from the tool by their permissions only. */
const unshare: Wrap = (_root, command) => [
  ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ...['unshare', '--user', '--map-current-user', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
  ...['--fork', '--kill-child', '--', ...command],
];

/** A process group and nothing more, with the network open: for trusted tools on systems that allow no namespaces. */
const group: Wrap = (_root, command) => command;

/** In a user namespace the kernel counts the tasks of the namespace alone. */
const ownTasks = () => MAX_TASKS;

/** Room for tasks that the user's other programs start meanwhile. */
const OTHER_TASKS = 2048;

/** Elsewhere it counts all those of the user, and none of root's. */
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

/** What `ROTAMER_SANDBOX` allows on this machine, strongest first; whether it works is to be tried. */
export function findSandboxes(wanted: SandboxName | 'auto'): Sandbox[] {
  return ladder().filter(({ name, strong }) => (wanted === 'auto' ? strong : name === wanted));
}

function ladder(): Sandbox[] {
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
