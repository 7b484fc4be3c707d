import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyBack } from './copyBack.ts';

/** Makes the outputs of a job, and the path to which they are copied. */
function left(more: (out: string) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'copy-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const from = join(folder, 'from');
  for (const name of ['in', 'out/table', 'work']) mkdirSync(join(from, name), { recursive: true });
  writeFileSync(join(from, 'in/0'), 'MKTAYIAK');
  writeFileSync(join(from, 'out/table/a.csv'), 'a,b\n');
  more(join(from, 'out'));
  return { from, to: join(folder, 'to') };
}

const refused: [what: string, more: (out: string) => void][] = [
  ['a link in the place of a file', (out) => symlinkSync('/etc/passwd', join(out, 'table/passwd'))],
  ['a link in the place of a folder', (out) => symlinkSync('/etc', join(out, 'etc'))],
  ['a file with a second name', (out) => linkSync(join(out, 'table/a.csv'), join(out, 'b.csv'))],
  ['a pipe', (out) => void execFileSync('mkfifo', [join(out, 'pipe')])],
  ['much', (out) => writeFileSync(join(out, 'much'), Buffer.alloc(1024 * 1024 + 1))],
  ['many files', (out) => Array.from({ length: 100 }, (_, i) => writeFileSync(join(out, `${i}`), ''))],
];

describe.skipIf(process.platform !== 'linux')('the outputs of a job', () => {
  it('are copied when they are small and plain', () => {
    const { from, to } = left();
    expect(copyBack(from, to)).toBe(true);
    expect(readFileSync(join(to, 'out/table/a.csv'), 'utf8')).toBe('a,b\n');
    expect(['in', 'work'].filter((name) => existsSync(join(to, name)))).toEqual([]);
  });

  it.each(refused)('are not copied with %s', (_what, more) => {
    const { from, to } = left(more);
    expect(copyBack(from, to)).toBe(false);
    expect(existsSync(to)).toBe(false);
  });

  it('are not copied from a folder that was replaced by a link', () => {
    const { from, to } = left();
    rmSync(join(from, 'out'), { recursive: true });
    symlinkSync('/etc', join(from, 'out'));
    expect(copyBack(from, to)).toBe(false);
    expect(existsSync(to)).toBe(false);
  });
});
