import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hhArchive } from './testing/hhArchive.ts';
import { writeHhProfiles } from './writeHhProfiles.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hh-profiles-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const profiles = { '1abc_A': '>1abc_A\nMKT\n', '2xyz_B': '>2xyz_B a protein\nMKTAY\n' };

async function write(archive: Promise<Buffer>) {
  const bytes = await archive;
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
  })();
  return writeHhProfiles(chunks, dir);
}

it('copies the files of a database under one name, and counts profiles and columns', async () => {
  expect(await write(hhArchive('folder/pdb70', profiles))).toEqual({ records: 2, residues: 8 });
  expect(readdirSync(join(dir, 'hhsuite')).sort()).toEqual(
    ['db_a3m.ffdata', 'db_a3m.ffindex', 'db_cs219.ffdata', 'db_cs219.ffindex'].sort(),
  );
  expect(readFileSync(join(dir, 'hhsuite/db_a3m.ffdata'), 'utf8')).toContain('>2xyz_B a protein\nMKTAY\n\0');
});

it.each([
  [{ leaveOut: 'db_a3m.ffindex' }, 'the archive has no file *_a3m.ffindex'],
  [{ leaveOut: 'db_cs219.ffdata' }, 'the archive has no file *_cs219.ffdata'],
  [{ add: { 'other_a3m.ffdata': 'x' } }, "the archive has two databases, 'db' and 'other'"],
  [{ add: { 'db_a3m.ffdata': 'x' } }, "the archive has 'db_a3m.ffdata' twice"],
  [{ add: { 'db_hhm.ffdata': 'x' } }, 'the archive has only one of *_hhm.ffdata and *_hhm.ffindex'],
  [{ replace: { 'db_a3m.ffindex': '1abc_A\t0\t13\n' } }, '*_a3m.ffindex has 1 profiles, *_cs219.ffindex has 2'],
  [{ replace: { 'db_a3m.ffindex': 'a\t0\t9\nb\t7\t999\n' } }, "db_a3m.ffindex, line 2: 'b' is beyond the"],
  [{ replace: { 'db_a3m.ffindex': 'a 0 9\n' } }, 'db_a3m.ffindex, line 1: expected a name, a start and a length'],
])('refuses an archive with %j', async (change, message) => {
  await expect(write(hhArchive('db', profiles, change))).rejects.toThrow(message);
});

it('refuses a file that is not an archive', async () => {
  await expect(write(Promise.resolve(Buffer.from('>a\nMKT\n'.repeat(200))))).rejects.toThrow(/tar/);
});
