import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mainOf, type Service, services } from '@rotamer/deploy/services.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshBundles, freshLauncher } from './freshBundle.ts';
import { bundleOf, launcher, programOfJobs, programs } from './programs.ts';

const [service] = services as [Service];
const program = mainOf(service.name);

/** Creates a repository of programs that print a word exported by one module. */
function repository() {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-bundle-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  /** Writes a file with an earlier modification time, because not all file systems have precise timestamps. */
  function write(file: string, text: string, secondsAgo: number): void {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const then = Date.now() / 1000 - secondsAgo;
    utimesSync(path, then, then);
  }
  const child = dirname(programOfJobs);
  for (const name of ['runJobs', 'loadConfigured'])
    write(join(child, `${name}.ts`), `export const ${name} = () => {};`, 60);
  for (const one of [...programs, launcher])
    write(one, `import { word } from '${join(root, 'word.ts')}'; console.log(word);`, 60);
  const setWord = (word: string, secondsAgo: number) => write('word.ts', `export const word = '${word}';`, secondsAgo);
  const say = (folder: string, of = program) =>
    execFileSync(process.execPath, [join(folder, bundleOf(of))])
      .toString()
      .trim();
  return { root, setWord, say };
}

const bundleOfService = async (root: string) => (await freshBundles(root))[service.name]!;

describe('the bundles of a repository', () => {
  it('are made once, and again when a source has changed', async () => {
    const { root, setWord, say } = repository();
    setWord('old', 60);
    const first = await bundleOfService(root);
    expect(say(first)).toBe('old');
    expect(await bundleOfService(root)).toBe(first);
    setWord('new', 30);
    const second = await bundleOfService(root);
    expect(say(second)).toBe('new');
    // Processes that run from the older bundle must keep working.
    expect(say(first)).toBe('old');
  });

  it('exist for the launcher too', async () => {
    const { root, setWord, say } = repository();
    setWord('old', 60);
    expect(say(await freshLauncher(root), launcher)).toBe('old');
    setWord('new', 30);
    expect(say(await freshLauncher(root), launcher)).toBe('new');
  });

  it('are removed when the process that made them was killed', async () => {
    const { root, setWord } = repository();
    setWord('now', 60);
    const store = join(root, 'node_modules/.cache/rotamer-bundle', service.name);
    const [killed, underWay] = [7_200_000, 1_000].map((agoMs) => join(store, `${Date.now() - agoMs}-1`)) as [
      string,
      string,
    ];
    for (const folder of [killed, underWay]) mkdirSync(folder, { recursive: true });
    await bundleOfService(root);
    expect([existsSync(killed), existsSync(underWay)]).toEqual([false, true]);
  });

  it('are not trusted when a source changed while they were made', async () => {
    const { root, setWord } = repository();
    setWord('now', -60);
    const first = await bundleOfService(root);
    expect(await bundleOfService(root)).not.toBe(first);
  });
});
