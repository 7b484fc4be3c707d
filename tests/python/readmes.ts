import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { RunningStack } from '@rotamer/test-support/stack.ts';

/** A fenced block of a README. */
interface Block {
  /** `python`, `ts` or `json`. Empty for commands. */
  language: string;
  text: string;
}

interface Place {
  stack: RunningStack;
  /** An empty folder. */
  folder: string;
  /** Folder of the programs of the environment in which the Python client is installed. */
  programs: string;
}

/**
 * Follows the READMEs of the repository and of the clients against a stack: runs everything that users are asked to
 * type, in order.
 */
export async function followReadmes(place: Place): Promise<void> {
  const readmes = { root: followRoot, cli: followCommandLine, python: followPython, typescript: followTypeScript };
  for (const [name, follow] of Object.entries(readmes)) {
    const started = performance.now();
    await follow(place);
    console.log(`README of ${name}: ok in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}

/** Runs the commands that install the Python client, in the environment that has these programs. */
export async function followPythonInstallation(programs: string): Promise<void> {
  const [install] = blocksOf('clients/python');
  await shell(expect(install, 'pip install ./clients/python'), repository, { PATH: pathWith(programs) });
}

/** Follows "Two commands" and the later sections, in a checkout whose stack runs on another port. */
async function followRoot({ stack, folder, programs }: Place): Promise<void> {
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, '.rotamer'), { recursive: true });
  for (const name of readdirSync(repository)) {
    if (!name.startsWith('.')) symlinkSync(join(repository, name), join(checkout, name));
  }
  cpSync(stack.home.stackFile, join(checkout, '.rotamer', 'stack.json'));
  const blocks = blocksOf('.').map(({ text, ...block }) => {
    return { ...block, text: text.replaceAll('http://127.0.0.1:8080', stack.baseUrl) };
  });
  const [, , submission, shown, watching, commandLine, script] = blocks;
  const env = { PATH: pathWith(programs) };
  const job = JSON.parse(await shell(expect(submission, 'curl http'), checkout, env));
  const told = [...expect(shown, '"object":"job"').matchAll(/"(\w+)":/g)].map(([, name]) => name!);
  const missing = told.filter((name) => !(name in job) && !(name in job.billing));
  if (missing.length > 0) throw new Error(`README.md shows fields that a job does not have: ${missing.join(', ')}`);
  const watched = await shell(expect(watching, 'curl -N').replaceAll('<id>', job.id), checkout, env);
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const [, values] = /Its results say, among others, `(.+)`/.exec(readme) ?? [];
  for (const value of values!.split(', ')) {
    if (!watched.replaceAll('":', '": ').includes(value))
      throw new Error(`the result does not say ${value}:\n${watched}`);
  }
  await shell(expect(commandLine, 'npm run -s rotamer -- run'), checkout, env);
  await shell('test -f insulin/manifest.json', checkout, env);
  writeFileSync(join(checkout, 'first.py'), expect(script, 'import json, rotamer'));
  contains(await shell('python first.py', checkout, env), 'COMPLETED', '3429.9');
  const [, project] = /`(curl [^`]+\/projects [^`]+)`/.exec(readme) ?? [];
  const inKey = expect(watching, 'key=').split('\n')[0];
  const made = `${inKey}\n${project!.replace('http://127.0.0.1:8080', stack.baseUrl)}`;
  contains(await shell(made, checkout, env), '"object":"project"');
}

/** Follows the README of the command line. It is installed globally, and used in a folder next to the stack's own. */
async function followCommandLine({ stack, folder, programs }: Place): Promise<void> {
  const [install, first, inputs] = blocksOf('clients/cli');
  const prefix = join(folder, 'prefix');
  const key = { ROTAMER_API_KEY: stack.apiKey, ROTAMER_BASE_URL: stack.baseUrl };
  contains(
    await shell(expect(install, 'npm install -g'), repository, { ...key, npm_config_prefix: prefix }),
    'protein-',
  );
  const cwd = join(folder, 'command-line');
  mkdirSync(join(cwd, '.rotamer'), { recursive: true });
  cpSync(stack.home.stackFile, join(cwd, '.rotamer', 'stack.json'));
  const env = { PATH: `${join(prefix, 'bin')}:${pathWith(programs)}` };
  contains(await shell(expect(first, 'rotamer results verify'), cwd, env), 'COMPLETED');
  mkdirSync(join(cwd, 'targets'));
  for (const name of ['query', 'a', 'b', 'targets/c', 'targets/d']) {
    writeFileSync(join(cwd, `${name}.fasta`), '>b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n');
  }
  // A script must state its budget. The public databases are not queried here.
  const lines = expect(inputs, 'rotamer submit').split('\n');
  const offline = lines.filter((line) => !line.includes('--fetch'));
  await shell(offline.join('\n').replaceAll('rotamer submit', 'rotamer submit --yes'), cwd, env);
}

/** Runs one script after another, as in a session, because later blocks use names of earlier ones. */
async function followPython({ stack, folder, programs }: Place): Promise<void> {
  const [first, more, async, downloads] = blocksOf('clients/python').filter(({ language }) => language === 'python');
  const inside = expect(async, 'async with').replaceAll(/^/gm, '    ');
  const script = [
    expect(first, 'rotamer.Client()'),
    expect(more, 'client.files.list'),
    `import asyncio\nasync def main():\n${inside}\n    return job.status`,
    'print("async:", asyncio.run(main()))',
    expect(downloads, 'verify_folder'),
  ];
  const cwd = join(folder, 'python');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'readme.py'), script.join('\n'));
  const env = { PATH: pathWith(programs), ROTAMER_API_KEY: stack.apiKey, ROTAMER_BASE_URL: stack.baseUrl };
  contains(
    await shell('python readme.py && ls results/insulin', cwd, env),
    '3429.9',
    'async: COMPLETED',
    'manifest.json',
  );
}

/** Follows the README of the TypeScript client in a separate project: it is installed, type-checked and run. */
async function followTypeScript({ stack, folder, programs }: Place): Promise<void> {
  const [install, first, more, cancellation, downloads] = blocksOf('clients/typescript');
  const [build, add] = expect(install, 'npm run build').split('\n');
  await shell(build!, repository, {});
  const cwd = join(folder, 'typescript');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  await shell(add!.replace('<checkout>', repository), cwd, { npm_config_offline: 'true' });
  const id = 'const { id } = job;';
  const program = [
    expect(first, 'new Rotamer()'),
    id,
    expect(more, 'for await'),
    expect(cancellation, 'AbortSignal'),
    expect(downloads, 'downloadResults'),
  ];
  writeFileSync(join(cwd, 'readme.ts'), program.join('\n'));
  const types = `--types node --typeRoots ${join(repository, 'node_modules', '@types')}`;
  const tsc = join(repository, 'node_modules', '.bin', 'tsc');
  const check = `${tsc} --strict --noEmit --target es2024 --module nodenext --ignoreConfig ${types} readme.ts`;
  const env = { PATH: pathWith(programs), ROTAMER_API_KEY: stack.apiKey, ROTAMER_BASE_URL: stack.baseUrl };
  const output = await shell(`${check}\n${process.execPath} readme.ts\nls results/insulin`, cwd, env);
  contains(output, 'COMPLETED', '3429.9', 'manifest.json');
}

function blocksOf(folder: string): Block[] {
  const readme = readFileSync(join(repository, folder, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language!,
    text: text!.trimEnd(),
  }));
}

/**
 * Returns the text of a block that contains these words. Throws if it does not, so that a changed order of blocks is
 * noticed.
 */
function expect(block: Block | undefined, words: string): string {
  if (!block?.text.includes(words)) throw new Error(`expected a block with "${words}" but found:\n${block?.text}`);
  return block.text;
}

function contains(output: string, ...words: string[]): void {
  for (const word of words) if (!output.includes(word)) throw new Error(`expected "${word}" in:\n${output}`);
}

function pathWith(programs: string): string {
  return `${programs}:${process.env.PATH}`;
}

/** Runs commands in bash. Throws with their output when one fails. */
function shell(commands: string, cwd: string, env: Record<string, string>): Promise<string> {
  const foreign = Object.entries(process.env).filter(([name]) => !/^(ROTAMER_|npm_)/.test(name));
  const options = { cwd, env: { ...Object.fromEntries(foreign), ...env }, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', commands], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      reject(new Error(`${commands}\nended with ${error.code}:\n${stdout}${stderr}`));
    });
  });
}
