import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { DATASET_ID, RELEASE_ID } from '@rotamer/tools/shared/datasets/reference.ts';
import { readRelease, releaseFile } from '@rotamer/tools/shared/datasets/release.ts';
import { type Download, fetchRelease, PARTIAL } from './fetchRelease.ts';

export interface ReleaseCacheDeps {
  /** `<root>/<dataset>/<release>/`. Only this runner writes to it. */
  root: string;
  /** Largest size of all releases together. */
  maxBytes: number;
  download: Download;
  /** Called when the releases in the folder have changed. */
  onChange(): void;
  log: Logger;
  now(): number;
}

/** Releases that this runner fetches from the blob store when jobs wait for them. */
export interface ReleaseCache {
  /** Says which releases waiting jobs need. Fetches the first that is missing, one at a time; these are not evicted. */
  want(names: string[]): void;
  /** Marks a release as used by an attempt, and keeps it until the returned function is called. */
  use(name: string): () => void;
  /** Ends a download. What it has written is removed at the next start. */
  stop(): Promise<void>;
}

/** Pause before a release that could not be fetched is tried again. */
const AFTER_FAILURE_MS = 60_000;

/** Opens the cache, and removes what an ended process has left unfinished. */
export function openReleaseCache({ root, maxBytes, download, onChange, log, now }: ReleaseCacheDeps): ReleaseCache {
  const inUse = new Map<string, number>();
  const retryAt = new Map<string, number>();
  const stopping = new AbortController();
  let wanted = new Set<string>();
  let fetching: Promise<void> | undefined;
  mkdirSync(root, { recursive: true, mode: 0o755 });
  for (const id of foldersOf(root, /./))
    for (const partial of foldersOf(join(root, id), PARTIAL)) rmSync(join(root, id, partial), { recursive: true });

  /** Removes releases that were not used for the longest time until there is room. Returns whether there is. */
  function makeRoom(bytes: number): boolean {
    const held = releasesOf(root);
    let free = maxBytes - held.reduce((sum, each) => sum + each.bytes, 0);
    const old = held.filter(({ name }) => !inUse.has(name) && !wanted.has(name)).sort((a, b) => a.usedMs - b.usedMs);
    if (free + old.reduce((sum, each) => sum + each.bytes, 0) < bytes) return false;
    for (const { name, dir, bytes: freed } of old) {
      if (free >= bytes) break;
      evict(dir);
      free += freed;
      log.info({ release: name }, 'a release was removed from the cache');
      onChange();
    }
    return true;
  }

  async function fetch(name: string): Promise<void> {
    const [id, release] = name.split('@') as [string, string];
    try {
      await fetchRelease(root, { id, release }, download, makeRoom, stopping.signal);
      log.info({ release: name }, 'a release was fetched');
      onChange();
    } catch (error) {
      retryAt.set(name, now() + AFTER_FAILURE_MS);
      if (!stopping.signal.aborted) log.warn({ err: error, release: name }, 'a release could not be fetched');
    }
  }

  return {
    want(names) {
      wanted = new Set(names);
      if (fetching || stopping.signal.aborted) return;
      const held = new Set(releasesOf(root).map(({ name }) => name));
      const next = names.find((name) => NAME.test(name) && !held.has(name) && (retryAt.get(name) ?? 0) <= now());
      if (next === undefined) return;
      fetching = fetch(next).finally(() => {
        fetching = undefined;
      });
    },
    use(name) {
      inUse.set(name, (inUse.get(name) ?? 0) + 1);
      touch(join(root, ...name.split('@')), now());
      return () => {
        const left = inUse.get(name)! - 1;
        if (left > 0) inUse.set(name, left);
        else inUse.delete(name);
      };
    },
    async stop() {
      stopping.abort(new Error('the runner stops'));
      await fetching;
    },
  };
}

const NAME = new RegExp(`^${DATASET_ID}@${RELEASE_ID}$`);

interface Cached {
  name: string;
  dir: string;
  bytes: number;
  /** When the release was last used, or fetched. */
  usedMs: number;
}

function releasesOf(root: string): Cached[] {
  return foldersOf(root, /^[a-z]/).flatMap((id) =>
    foldersOf(join(root, id), /^[A-Za-z0-9]/).flatMap((release) => {
      const dir = join(root, id, release);
      const size = sizeOf(dir);
      return size === undefined ? [] : [{ name: `${id}@${release}`, dir, bytes: size, usedMs: statSync(dir).mtimeMs }];
    }),
  );
}

function sizeOf(dir: string): number | undefined {
  try {
    return readRelease(dir).bytes;
  } catch {
    return undefined;
  }
}

function foldersOf(dir: string, name: RegExp): string[] {
  try {
    return readdirSync(dir).filter((each) => name.test(each));
  } catch {
    return [];
  }
}

/** Removes a release: its description first, so that a process that ends here leaves none that looks whole. */
function evict(dir: string): void {
  rmSync(releaseFile(dir), { force: true });
  const hidden = join(dir, '..', `.evicted-${Date.now()}`);
  renameSync(dir, hidden);
  rmSync(hidden, { recursive: true, force: true });
}

function touch(dir: string, ms: number): void {
  try {
    utimesSync(dir, ms / 1000, ms / 1000);
  } catch {
    // The release is gone; the attempt says so.
  }
}
