import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { missingPrograms } from './probe.ts';

/** A program that prints a word, and a folder for known answers. */
function programWith(word: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-answers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [command, known] = [join(folder, 'program'), join(folder, 'known')];
  const says = join(folder, 'says');
  writeFileSync(command, `#!/bin/sh\ncat ${says}\n`);
  chmodSync(command, 0o755);
  const say = (words: string) => writeFileSync(says, words);
  say(word);
  const isMissing = async (answer = 'yes') =>
    (await missingPrograms([{ command, probe: [], answer }], known)).length === 1;
  return { command, known, say, isMissing };
}

describe('a program', () => {
  it('that has answered is not probed again until its file changes', async () => {
    const { command, say, isMissing } = programWith('yes');
    expect(await isMissing()).toBe(false);
    say('no');
    expect(await isMissing()).toBe(false);
    writeFileSync(command, '#!/bin/sh\necho no, and this is another\n');
    expect(await isMissing()).toBe(true);
  });

  it('that has not answered is probed again at once', async () => {
    const { say, isMissing } = programWith('no');
    expect(await isMissing()).toBe(true);
    say('yes');
    expect(await isMissing()).toBe(false);
  });

  it('is probed again for another answer, and after a day', async () => {
    const { known, say, isMissing } = programWith('yes');
    expect(await isMissing()).toBe(false);
    say('no');
    expect(await isMissing('yes, it is')).toBe(true);
    const yesterday = Date.now() / 1000 - 25 * 3600;
    for (const file of readdirSync(known)) utimesSync(join(known, file), yesterday, yesterday);
    expect(await isMissing()).toBe(true);
  });

  it('is probed at each start when its answer cannot be stored', async () => {
    const { known, isMissing } = programWith('yes');
    writeFileSync(known, 'a file where the folder should be');
    expect([await isMissing(), await isMissing()]).toEqual([false, false]);
  });
});
