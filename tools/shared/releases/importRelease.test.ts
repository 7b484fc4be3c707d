import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NAMES, openRecords, SEQUENCES } from '../datasets/records.ts';
import type { ImportOrder } from './importOrder.ts';
import { importRelease, importState } from './importRelease.ts';
import { hhArchive } from './testing/hhArchive.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-release-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const profile = Buffer.from('HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  12\n//\n');

/** An import of bytes. Profiles without an index builder in reach fail at hmmpress, sequences at makeblastdb. */
function order(bytes: Uint8Array, more: Partial<ImportOrder> = {}) {
  const lines: string[] = [];
  let opened = 0;
  const source = {
    name: 'a test',
    mark: digestOf(bytes),
    async open() {
      opened++;
      return (async function* () {
        for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
      })();
    },
  };
  const whole: ImportOrder = {
    ...{ root, id: 'swissprot', release: '1', kind: 'protein-sequences', title: 't', licence: 'l', source },
    onProgress: (line) => void lines.push(line),
    onRead: async () => {},
    signal: new AbortController().signal,
    ...more,
  };
  return { run: () => importRelease(whole), lines, opened: () => opened };
}

const folder = () => join(root, 'swissprot');

it('refuses a source with another digest, and leaves no release', async () => {
  const { run } = order(Buffer.from('>a\nMKT\n'), { sha256: 'ab'.repeat(32) });
  await expect(run()).rejects.toThrow(/has the SHA-256 [0-9a-f]{64}, not abab/);
  expect(existsSync(join(folder(), '1'))).toBe(false);
});

it('refuses two records with the same name', async () => {
  await expect(order(Buffer.from('>a\nMKT\n>b\nM\n>a x\nMK\n')).run()).rejects.toThrow(
    "several records are called 'a'",
  );
});

it('refuses a compressed file that is cut', async () => {
  const cut = gzipSync('>a\nMKT\n').subarray(0, -6);
  await expect(order(cut).run()).rejects.toThrow('was cut off: its data end too early; download it again');
  const damaged = gzipSync('>a\nMKT\n').fill(0, 12, 16);
  await expect(order(damaged).run()).rejects.toThrow(/the compressed file is damaged \(.+\); download it again/);
});

it.each(['\n', '\r\n', '\r'])('reads a compressed file of several members with the line end %j', async (end) => {
  const members = ['>a one', 'MKT', 'AY', '>b'].map((line) => gzipSync(`${line}${end}`));
  const bytes = Buffer.concat([...members, gzipSync(`MKT${end}`), gzipSync('')]);
  await expect(order(bytes, { onRead: () => Promise.reject(new Error('read')) }).run()).rejects.toThrow('read');
  const work = join(folder(), '.import-1');
  expect(readFileSync(join(work, NAMES), 'utf8')).toBe('a\tone\nb\t\n');
  expect(
    readFileSync(join(work, SEQUENCES), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('>')),
  ).toEqual(['MKTAY', 'MKT', '']);
});

it('refuses a text that is not a profile', async () => {
  await expect(order(Buffer.from('>a\nMKT'), { kind: 'hmm-profiles' }).run()).rejects.toThrow("starts with 'HMMER3/'");
});

it('goes on after the archive of an HH-suite database when it was interrupted', async () => {
  const archive = gzipSync(await hhArchive('pfam', { PF1: '>PF1\nMKT\n', PF2: '>PF2\nMKTAY\n' }));
  const kind = 'hhm-profiles' as const;
  const killed = order(archive, { kind, onRead: () => Promise.reject(new Error('killed')) });
  await expect(killed.run()).rejects.toThrow('killed');
  const again = order(archive, { kind });
  const { release } = await again.run();
  expect([again.opened(), release.records, release.residues, release.indexes]).toEqual([0, 2, 8, {}]);
  expect(release.files.map(({ path }) => path)).toEqual(
    ['a3m', 'cs219'].flatMap((part) => [`hhsuite/db_${part}.ffdata`, `hhsuite/db_${part}.ffindex`]),
  );
});

it('copies the clans of profiles, and refuses a table of another form by its line', async () => {
  const clansOf = (text: string) => ({
    name: 'clans',
    mark: text,
    open: async () => [Buffer.from(text)].values() as never,
  });
  const read = { kind: 'hmm-profiles' as const, onRead: () => Promise.reject(new Error('read')) };
  const pfam = gzipSync('PF00041\tCL0159\tE-set\tfn3\nPF00001\t\\N\t\\N\t7tm_1\n').toString('latin1');
  const clans = { ...clansOf(pfam), open: async () => [Buffer.from(pfam, 'latin1')].values() as never };
  await expect(order(profile, { ...read, clans }).run()).rejects.toThrow('read');
  expect(readFileSync(join(folder(), '.import-1', 'clans.tsv'), 'utf8')).toMatch(/^PF00041\tCL0159.*\nPF00001/);
  const wrong = { ...read, clans: clansOf('PF00041\tCL0159\tE-set\tfn3\nPF00001,CL0192') };
  await expect(order(profile, wrong).run()).rejects.toThrow('clans, line 2: expected an accession');
});

it('tells an import that was interrupted from one that a process works on', async () => {
  const state = () => importState(root, 'swissprot', '1');
  expect(state()).toBe('none');
  let during: unknown;
  const onRead = async () => {
    during = state();
    throw new Error('killed');
  };
  await expect(order(Buffer.from('>a\nMKT\n'), { onRead }).run()).rejects.toThrow('killed');
  expect(during).toEqual({ pid: process.pid, host: hostname() });
  expect(state()).toBe('interrupted');
});

it('goes on after the source when it was interrupted, and starts again when the source has changed', async () => {
  const interrupted = { onRead: () => Promise.reject(new Error('killed')) };
  const text = gzipSync('>a\nMKT\n>b\nMKTAY\n');
  await expect(order(text, interrupted).run()).rejects.toThrow('killed');
  expect(readdirSync(folder())).toEqual(['.import-1']);
  const again = order(text, interrupted);
  await expect(again.run()).rejects.toThrow('killed');
  expect([again.opened(), again.lines]).toEqual([0, ['going on after: the source']]);
  const records = openRecords(join(folder(), '.import-1'));
  expect(records.at(1)).toEqual({ name: 'b', description: '', sequence: 'MKTAY' });
  records.close();
  const other = order(Buffer.from('>c\nMKT\n'), interrupted);
  await expect(other.run()).rejects.toThrow('killed');
  expect(other.opened()).toBe(1);
});

it.each([
  ['runs', process.ppid, /process \d+ on .* imports this release/],
  ['is gone', 2 ** 22 + 1, 'killed'],
])('minds the lock of a process only while the process lives: it %s', async (_, pid, message) => {
  const work = join(folder(), '.import-1');
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, '.lock'), JSON.stringify({ pid, host: hostname() }));
  const { run } = order(profile, { kind: 'hmm-profiles', onRead: () => Promise.reject(new Error('killed')) });
  await expect(run()).rejects.toThrow(message);
});
