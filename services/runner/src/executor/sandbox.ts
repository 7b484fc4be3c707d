import { fileURLToPath } from 'node:url';
import { MAX_TASKS } from './limits.ts';
import { countTasks } from './processTable.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'group';

/** Another user than the runner's own; undefined: the same. */
export type ToolUser = { uid: number; gid: number } | undefined;

/** How a tool is kept apart from the machine. */
export interface Sandbox {
  name: SandboxName;
  user: ToolUser;
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

const readOnly = [...SYSTEM, ...SOURCES].flatMap((path) => ['--ro-bind-try', path, path]);

const wrappers: Record<SandboxName, Pick<Sandbox, 'wrap'>> = {
  /** Own namespaces, no network, a file system of its own that is read-only but for the attempt's folder. */
  bwrap: {
    wrap: (root, command) => [
      ...['bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
      ...['--proc', '/proc', '--dev', '/dev', '--size', '67108864', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
      ...[...readOnly, '--bind', root, root, '--remount-ro', '/', '--chdir', `${root}/work`, '--', ...command],
    ],
  },
  /** Own namespaces, no network; files are kept from the tool by their permissions only. */
  unshare: {
    wrap: (_root, command) => [
      ...['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'],
      ...['unshare', '--user', '--map-current-user', '--mount-proc', '--pid', '--net', '--ipc', '--uts'],
      ...['--fork', '--kill-child', '--', ...command],
    ],
  },
  /** A process group and nothing more: for trusted tools on systems that allow no namespaces. */
  group: { wrap: (_root, command) => command },
};

/** Strongest first. A root runner tries each as nobody before it tries it as itself. */
export function ladder(isRoot: boolean): Sandbox[] {
  const users = isRoot ? [NOBODY, undefined] : [undefined];
  const names: SandboxName[] = process.platform === 'linux' ? ['bwrap', 'unshare', 'group'] : ['group'];
  return names.flatMap((name) =>
    users.map((user) => ({ name, user, taskLimit: () => taskLimit(name, user), ...wrappers[name] })),
  );
}

/** Room for tasks that the user's other programs start meanwhile. */
const OTHER_TASKS = 2048;

/** In a user namespace the kernel counts the tasks of the namespace alone, otherwise all those of the user. */
function taskLimit(name: SandboxName, user: ToolUser): number | undefined {
  if (name !== 'group') return MAX_TASKS;
  if (process.platform !== 'linux') return undefined;
  return countTasks(user?.uid ?? process.getuid!()) + OTHER_TASKS;
}
