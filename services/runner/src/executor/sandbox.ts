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
  /** Whom the tool's process and its folder belong to. */
  user: ToolUser;
  /** Whom the first process of the command line belongs to. */
  startAs: ToolUser;
  /** For `ulimit -u`: the most tasks that the kernel may count when the tool starts another. */
  taskLimit(): number | undefined;
  /** The command line that runs a command with `root` as the only writable folder. */
  wrap(root: string, command: string[]): string[];
}

/** Nobody: owns nothing, so a root runner's tools cannot touch what root owns. */
const NOBODY = { uid: 65_534, gid: 65_534 };

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
const bwrap = (root: string, privileges: string[], command: string[]) => [
  ...['bwrap', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', ...privileges],
  ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
  // Made beforehand, the way to what is bound is open to all users; made by a bind, it is closed.
  ...['/etc/passwd', ...SOURCES, root].flatMap((path) => ['--dir', dirname(path)]),
  ...[...SYSTEM, ...SOURCES].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--bind', root, root, '--remount-ro', '/', '--', ...command],
];

type Wrap = Sandbox['wrap'];

const bwrapAsUser: Wrap = (root, command) => bwrap(root, ['--unshare-user'], command);

/** Where nobody cannot reach the sources: root puts them in place, then becomes nobody inside. */
const bwrapAsRoot: Wrap = (root, command) => {
  const become = ['setpriv', '--reuid', `${NOBODY.uid}`, '--regid', `${NOBODY.gid}`, '--clear-groups', '--'];
  return bwrap(root, ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'], [...become, ...command]);
};

/** No network and own processes; files are kept from the tool by their permissions only. */
const unshare: Wrap = (_root, command) => [
  ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
  ...['unshare', '--user', '--map-current-user', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
  ...['--fork', '--kill-child', '--', ...command],
];

/** A process group and nothing more: for trusted tools on systems that allow no namespaces. */
const group: Wrap = (_root, command) => command;

/** In a user namespace the kernel counts the tasks of the namespace alone. */
const ownTasks = () => MAX_TASKS;

/** Room for tasks that the user's other programs start meanwhile. */
const OTHER_TASKS = 2048;

/** Elsewhere it counts all those of the user, and none of root's. */
const tasksOf = (user: ToolUser) => () =>
  process.platform === 'linux' ? countTasks(user?.uid ?? process.getuid!()) + OTHER_TASKS : undefined;

/** What may work on this machine, strongest first. */
export function ladder(): Sandbox[] {
  const self = undefined;
  const asSelf: Sandbox[] = [
    { name: 'bwrap', user: self, startAs: self, taskLimit: ownTasks, wrap: bwrapAsUser },
    { name: 'unshare', user: self, startAs: self, taskLimit: ownTasks, wrap: unshare },
    { name: 'group', user: self, startAs: self, taskLimit: tasksOf(self), wrap: group },
  ];
  if (process.getuid?.() !== 0) return asSelf;
  return [
    { name: 'bwrap', user: NOBODY, startAs: NOBODY, taskLimit: ownTasks, wrap: bwrapAsUser },
    { name: 'bwrap', user: NOBODY, startAs: self, taskLimit: tasksOf(NOBODY), wrap: bwrapAsRoot },
    { name: 'unshare', user: NOBODY, startAs: NOBODY, taskLimit: ownTasks, wrap: unshare },
    { name: 'group', user: NOBODY, startAs: NOBODY, taskLimit: tasksOf(NOBODY), wrap: group },
    ...asSelf.slice(1),
  ];
}
