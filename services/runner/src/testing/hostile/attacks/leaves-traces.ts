import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { type Run, ToolError } from '@rotamer/tools/contract.ts';

/** Places that users of a machine share, in addition to all parents of the tool's folder. */
const PLACES = [
  ...['/', '/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run', '/run/lock', '/var/lock', '/run/user', '/run/shm'],
  ...[
    '/home',
    '/root',
    '/opt',
    '/srv',
    '/mnt',
    '/media',
    '/usr/local',
    '/var/lib',
    '/var/cache',
    '/var/spool',
    '/sys/fs/cgroup',
  ],
];

/**
 * Leaves a file of this name in every place that it can write to. Reports its findings of other jobs: such files, segments of shared
 * memory, and which of these sockets it reached.
 */
export const run: Run = async ({ settings }) => {
  const { name, sockets } = JSON.parse(settings.later as string) as { name: string; sockets: string[] };
  const parents = [];
  for (let at = dirname(process.cwd()); at !== '/'; at = dirname(at)) parents.push(at);
  const found = [...PLACES, ...parents].filter((place) => canRead(join(place, name)));
  for (const place of [...PLACES, ...parents]) leave(place, name);
  const segments = canRead('/proc/sysvipc/shm')
    ? readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n').length - 1
    : 0;
  const reached = [];
  for (const socket of sockets) if (await reaches(socket)) reached.push(socket);
  throw new ToolError(JSON.stringify({ found, segments, reached }));
};

function leave(place: string, name: string): void {
  for (const write of [
    () => mkdirSync(join(place, `${name}-folder`)),
    () => writeFileSync(join(place, name), 'mine', { mode: 0o666 }),
  ]) {
    try {
      write();
    } catch {
      // it may not
    }
  }
}

function canRead(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

function reaches(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ path });
    socket.on('connect', () => done(true)).on('error', () => done(false));
  });
}
