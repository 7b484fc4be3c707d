import { expect, it } from 'vitest';
import { versionLine, versionOf } from './programVersion.ts';

it.each([
  ['v7.505 (2022/Apr/10)', 'v7.', 'v7.505 (2022/Apr/10)'],
  [
    '\t\t====== CD-HIT version 4.8.1 (built on Aug 20 2021) ======\n\nUsage: cd-hit',
    'CD-HIT',
    'CD-HIT version 4.8.1 (built on Aug 20 2021)',
  ],
  [
    '# hmmscan :: search\n# HMMER 3.3.2 (Nov 2020); http://hmmer.org/',
    'HMMER 3',
    'HMMER 3.3.2 (Nov 2020); http://hmmer.org/',
  ],
  ['MMseqs2 (Many against Many), doi 2017\n\nMMseqs2 Version: 14-7e284', 'MMseqs2', 'MMseqs2 Version: 14-7e284'],
  ['Version APBS 3.4.1', 'APBS 3', 'Version APBS 3.4.1'],
  ['\u001b[0;37;1;41m MUSTANG (v3.2.4): A tool. \u001b[0;0m', 'MUSTANG', 'MUSTANG (v3.2.4): A tool.'],
  ["'voronota-pocket' script\n--probe-min number, default is 2.0", "'voronota-pocket' script", undefined],
])('the version in %j', (text, name, version) => {
  expect(versionLine(text, name)).toBe(version);
});

it.each(['no-such-program', 'bad\0name'])('has no version of %j, which cannot be started', async (command) => {
  expect(await versionOf({ command, probe: ['--version'], answer: '1' })).toBeUndefined();
});
