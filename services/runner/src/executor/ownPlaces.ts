import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { countEntries } from './diskUse.ts';

/** Folders in which every user of a machine can leave files and sockets, and find those of other users. */
const SHARED_PLACES = ['/tmp', '/var/tmp', '/dev/shm', '/run'];

/** A shared place of the machine and the folder that a process sees there. */
interface OwnPlace {
  place: string;
  own: string;
  /** Paths below the place that stay visible: the folder of the process, and sources. */
  kept: string[];
}

const isBelow = (path: string, place: string) => path.startsWith(`${place}/`);

/**
 * Returns the places that a process sees as private folders. These lie inside its folder, so what it writes there is counted and removed
 * with the rest. `folder` and `sources` are real paths.
 */
function ownPlaces(folder: string, sources: string[]): OwnPlace[] {
  const found = new Set(SHARED_PLACES.filter((place) => existsSync(place)).map((place) => realpathSync(place)));
  const places = [...found].filter((place) => ![...found].some((other) => isBelow(place, other)));
  return places.map((place, i) => ({
    place,
    own: join(folder, 'places', String(i)),
    kept: [folder, ...sources].filter((path) => isBelow(path, place)),
  }));
}

/** Makes the private folders that a process of this user sees in place of the shared ones. Returns the number of their entries. */
export function makeOwnPlaces(
  folder: string,
  sources: string[],
  user: { uid: number; gid: number } | undefined,
): number {
  const make = (path: string) => {
    if (existsSync(path)) return;
    make(dirname(path));
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  };
  for (const { place, own, kept } of ownPlaces(folder, sources)) {
    make(own);
    for (const path of kept) {
      const target = join(own, relative(place, path));
      if (lstatSync(path).isDirectory()) make(target);
      else {
        make(dirname(target));
        writeFileSync(target, '');
      }
    }
  }
  return entriesOfPlaces(folder);
}

/** Returns the present number of entries in these folders. It is higher than after their creation if a job has left something there. */
export function entriesOfPlaces(folder: string): number {
  return countEntries(join(folder, 'places'));
}

/** File systems of the kernel, in which no user leaves files. */
const KERNEL =
  /^(proc|sysfs|cgroup2?|devpts|securityfs|debugfs|tracefs|bpf|pstore|configfs|fusectl|binfmt_misc|autofs|nsfs)$/;

/** Returns the writable mount points of a mountinfo (proc_pid_mountinfo(5)), in its order. */
export function writableMounts(mountinfo: string): string[] {
  const lines = mountinfo.split('\n').filter((line) => line !== '');
  const mounts = lines.flatMap((line) => {
    const [own = '', superBlock = ''] = line.split(' - ');
    const [, , , , at = '', options = ''] = own.split(' ');
    const writable = options.split(',').includes('rw') && !KERNEL.test(superBlock.split(' ')[0]!);
    return writable ? [at.replaceAll(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))] : [];
  });
  return [...new Set(mounts)].filter((at) => !/^\/(proc|sys)(\/|$)/.test(at));
}

/**
 * Mounts the places, then gives up every capability and runs a command. Fixed text: all mounts are passed as arguments. If a mount cannot
 * be made read-only, nothing is run, unless the user cannot reach that mount either.
 */
const SCRIPT = `set -e
while [ "$1" != run ]; do
  case "$1" in
    show) mount -n --rbind "$2" "$3"; shift 3;;
    protect)
      # A mount without any option about access times counts as strictatime, which may not change here.
      if ! mount -n -o remount,bind,ro "$2" && ! mount -n -o remount,bind,ro,strictatime "$2"; then
        if [ -x "$2" ]; then exit 1; fi
      fi 2>/dev/null
      shift 2;;
  esac
done
shift
exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all --no-new-privs -- "$@"`;

/**
 * Returns the beginning of a command line for a new mount namespace, which needs the capabilities to mount. The process sees private
 * folders in the shared places, and can write to nothing else.
 */
export function inOwnPlaces(folder: string, sources: string[]): string[] {
  const places = ownPlaces(folder, sources);
  const isHidden = (path: string) => places.some(({ place }) => path === place || isBelow(path, place));
  const shown = places.flatMap(({ place, own, kept }) => [
    ...kept.flatMap((path) => ['show', path, join(own, relative(place, path))]),
    ...['show', own, place],
  ]);
  const writable = writableMounts(readFileSync('/proc/self/mountinfo', 'latin1')).filter((at) => !isHidden(at));
  return [
    ...['/bin/sh', '-c', SCRIPT, 'sh'],
    ...(isHidden(folder) ? [] : ['show', folder, folder]),
    ...shown,
    ...[...writable, ...sources.filter(isHidden)].flatMap((path) => ['protect', path]),
    'run',
  ];
}
