import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { readRelease } from '@rotamer/tools/shared/datasets/release.ts';
import { aRelease } from '@rotamer/tools/shared/releases/testing/aRelease.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openReleaseCache, type ReleaseCacheDeps } from './releaseCache.ts';

let store: string;
let root: string;
beforeEach(() => {
  [store, root] = ['store', 'cache'].map((name) => mkdtempSync(join(tmpdir(), `release-${name}-`))) as [string, string];
});
afterEach(() => {
  for (const dir of [store, root]) rmSync(dir, { recursive: true });
});

const publish = (id: string, release = '1', text = '>a\nMKT\n') => aRelease(text, [], { root: store, id, release });
const bytesOf = (id: string) => readRelease(join(store, id, '1')).bytes;

/** Opens a cache that reads releases from the folder `store`. `paths` are the files that it has read. */
function open(more: Partial<ReleaseCacheDeps> = {}) {
  const paths: string[] = [];
  const time = { now: 1_000_000_000_000 };
  const deps: ReleaseCacheDeps = {
    ...{ root, maxBytes: 1e9, onChange: () => {}, log: quietLog, now: () => time.now++ },
    download: {
      async sign(id, release, wanted) {
        const urls = wanted.map((path) => [path, join(store, id, release, path)]);
        return { sha256: readRelease(join(store, id, release)).sha256, urls: Object.fromEntries(urls) };
      },
      async get(url) {
        paths.push(url.slice(store.length + 1));
        return Readable.from([readFileSync(url)]);
      },
    },
    ...more,
  };
  return { cache: openReleaseCache(deps), deps, paths, time };
}

const held = (id: string, release = '1') => existsSync(join(root, id, release, 'release.json'));

it('fetches a wanted release once, whole, and shows it only then', async () => {
  await publish('swissprot');
  let seen = 0;
  const { cache, paths } = open({
    onChange: () => {
      if (held('swissprot')) seen++;
    },
  });
  for (let i = 0; i < 5; i++) cache.want(['swissprot@1']);
  await eventually(() => seen === 1);
  expect(new Set(paths).size).toBe(paths.length);
  expect(readRelease(join(root, 'swissprot/1'))).toEqual(readRelease(join(store, 'swissprot/1')));
  expect(readdirSync(join(root, 'swissprot/1')).sort()).toEqual(readdirSync(join(store, 'swissprot/1')).sort());
  cache.want(['swissprot@1']);
  await cache.stop();
  expect(readdirSync(join(root, 'swissprot'))).toEqual(['1']);
  expect(seen).toBe(1);
});

it.each([
  ['other bytes', (dir: string) => writeFileSync(join(dir, 'names.tsv'), 'b\t\n')],
  ['fewer bytes', (dir: string) => writeFileSync(join(dir, 'names.tsv'), '')],
  ['more bytes', (dir: string) => writeFileSync(join(dir, 'names.tsv'), 'a\t\na\t\n')],
  ['a missing file', (dir: string) => rmSync(join(dir, 'names.tsv'))],
])('keeps no release with %s, and tries again later', async (_, damage) => {
  const { dir } = await publish('swissprot');
  const whole = readFileSync(join(dir, 'names.tsv'));
  damage(dir);
  const failures: unknown[] = [];
  const { cache, time } = open({ log: { ...quietLog, warn: (fields: unknown) => failures.push(fields) } as never });
  cache.want(['swissprot@1']);
  await eventually(() => failures.length === 1);
  expect(readdirSync(join(root, 'swissprot'))).toEqual([]);
  writeFileSync(join(dir, 'names.tsv'), whole);
  cache.want(['swissprot@1']);
  expect(held('swissprot')).toBe(false);
  time.now += 60_000;
  await eventually(() => {
    cache.want(['swissprot@1']);
    return held('swissprot');
  });
  await cache.stop();
});

it('refuses a release that is not the registered one, and a description that leaves its folder', async () => {
  const { dir } = await publish('swissprot');
  const described = readRelease(dir);
  const failures: { err: Error }[] = [];
  const log = { ...quietLog, warn: (fields: { err: Error }) => failures.push(fields) } as never;
  const { deps } = open();
  const sign: typeof deps.download.sign = async (...args) => ({
    ...(await deps.download.sign(...args)),
    sha256: 'cd'.repeat(32),
  });
  const other = openReleaseCache({ ...deps, log, download: { ...deps.download, sign } });
  other.want(['swissprot@1']);
  await eventually(() => failures.length === 1);
  expect(failures[0]!.err.message).toContain('has other data as swissprot@1');
  rmSync(join(dir, 'release.json'));
  const files = described.files.map((file) => ({ ...file, path: `../${file.path}` }));
  writeFileSync(join(dir, 'release.json'), JSON.stringify({ ...described, files }));
  openReleaseCache({ ...deps, log }).want(['swissprot@1']);
  await eventually(() => failures.length === 2);
  expect(failures[1]!.err.message).toContain('names the file "../names.tsv"');
  expect(held('swissprot')).toBe(false);
});

it('removes what a killed process has left, and fetches again', async () => {
  await publish('swissprot');
  mkdirSync(join(root, 'swissprot/.fetch-abc'), { recursive: true });
  writeFileSync(join(root, 'swissprot/.fetch-abc/names.tsv'), 'a');
  mkdirSync(join(root, 'swissprot/1'));
  const { cache } = open();
  expect(readdirSync(join(root, 'swissprot'))).toEqual(['1']);
  cache.want(['swissprot@1']);
  await eventually(() => held('swissprot'));
  await cache.stop();
});

it('removes the release that was used longest ago, and none that is used or wanted', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await publish(id);
  const failures: unknown[] = [];
  const log = { ...quietLog, warn: (fields: unknown) => failures.push(fields) } as never;
  const { cache } = open({ maxBytes: 2.5 * bytesOf('a'), log });
  const fetched = async (id: string) => {
    cache.want([`${id}@1`]);
    await eventually(() => held(id));
  };
  await fetched('a');
  const done = cache.use('a@1');
  await fetched('b');
  await fetched('c');
  expect(['a', 'b', 'c'].map((id) => held(id))).toEqual([true, false, true]);
  cache.want(['c@1', 'd@1']);
  await eventually(() => failures.length === 1);
  expect(['a', 'c', 'd'].map((id) => held(id))).toEqual([true, true, false]);
  done();
  await fetched('b');
  expect(['a', 'b', 'c'].map((id) => held(id))).toEqual([false, true, true]);
  await cache.stop();
});

it('does not fetch a release that is larger than the cache', async () => {
  await publish('a');
  const failures: { err: Error }[] = [];
  const log = { ...quietLog, warn: (fields: { err: Error }) => failures.push(fields) } as never;
  const { cache, paths } = open({ maxBytes: bytesOf('a') - 1, log });
  cache.want(['a@1']);
  await eventually(() => failures.length === 1);
  expect(failures[0]!.err.message).toContain('the cache has no room for it');
  expect(paths).toEqual(['a/1/release.json']);
});
