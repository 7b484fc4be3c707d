import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type Finding, filesOf, findRetired, PARTS, RETIRED, readAllowances, retiredIn } from './retiredWords.ts';

const shown = ({ file, line, word, write }: Finding) => `${file}:${line} '${word}': write ${write}`;

it('has no retired words in documents', () => {
  expect(filesOf('*.md').flatMap(findRetired).map(shown)).toEqual([]);
});

it.each(Object.keys(PARTS))('has no new retired words in the sources of %s', (part) => {
  const found = retiredIn(part);
  const allowed = readAllowances()[part] ?? 0;
  if (found.length <= allowed) return;
  const changed = spawnSync('git', ['diff', '--name-only', 'main'], { encoding: 'utf8' }).stdout.split('\n');
  const suspects = found.filter(({ file }) => changed.includes(file)).map(shown);
  expect.fail(
    `${found.length} retired words, ${allowed} are allowed (docs/writing.md). In changed files:\n${suspects.join('\n')}`,
  );
});

it.each([
  ['Whoever waits is let in.', 'Whoever'],
  ['The job is no longer here.', undefined],
  ['An id is no path.', 'is no p'],
])('judges "%s"', (text, word) => {
  expect(findRetiredIn(text)).toBe(word);
});

function findRetiredIn(text: string): string | undefined {
  return RETIRED.map(({ pattern }) => pattern.exec(text)?.[0]).find(Boolean);
}
