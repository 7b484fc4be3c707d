import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../contract.ts';
import { alignedRows } from './alignedRows.ts';
import { newickLabels } from './newickLabels.ts';
import { missingPrograms } from './probe.ts';
import { runProgram } from './runProgram.ts';
import { restoreNames, safeId, writeSafeFasta } from './safeIds.ts';

const cwd = mkdtempSync(join(tmpdir(), 'rotamer-program-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const program = (command: string) => ({ command, probe: ['-c', 'echo shell'], answer: 'shell', debian: command });
const sh = program('sh');
const never = new AbortController().signal;
const run = (script: string, more: Partial<Parameters<typeof runProgram>[0]> = {}) =>
  runProgram({ program: sh, args: ['-c', script], cwd, signal: never, ...more });

describe('a program', () => {
  it('has a clean environment, no input, and each word as one argument', async () => {
    const { stdout } = await run('env | grep -v -e ^PWD -e ^_ -e ^SHLVL -e ^OLDPWD | cut -d= -f1 | sort | xargs; cat');
    expect(stdout).toBe('HOME LC_ALL OMP_NUM_THREADS OMP_WAIT_POLICY PATH TMPDIR\n');
    const echoed = await runProgram({ program: program('echo'), args: ['$HOME; a', '*'], cwd, signal: never });
    expect(echoed.stdout).toBe('$HOME; a *\n');
  });

  it('receives input for its questions, and may end without reading it', async () => {
    expect((await run('cat', { input: 'Potential\n' })).stdout).toBe('Potential\n');
    expect((await run('exec 0<&-; echo done', { input: 'x'.repeat(1_000_000) })).stdout).toBe('done\n');
  });

  it.each([
    ['exit 3', /^sh failed with exit code 3$/],
    ['echo one >&2; echo; echo two >&2; exit 1', /^sh failed with exit code 1: one \| two$/],
    ['kill -SEGV $$', /^sh was ended by SIGSEGV$/],
    ['exit 134', /^sh was ended by SIGABRT$/],
  ])('that ends with %j fails the job with its last words', async (script, message) => {
    await expect(run(script)).rejects.toThrow(message);
    await expect(run(script)).rejects.toBeInstanceOf(ToolError);
  });

  it('that is not installed is named in the error', async () => {
    const order = { program: program('no-such-program'), args: [], cwd, signal: never };
    await expect(runProgram(order)).rejects.toThrow('no-such-program is not installed on this runner');
    expect(await missingPrograms([sh, program('no-such-program'), program('no-such-program')])).toHaveLength(1);
  });

  it('that hangs, or writes without end, is killed with all its child processes', async () => {
    const marker = '86399.125';
    const hanging = `trap "" TERM; sleep ${marker} & sleep ${marker}`;
    await expect(run(hanging, { timeoutSeconds: 0.2 })).rejects.toThrow('sh did not end within 0.2 s');
    const { stdout } = await run(`ps -eo args 2>/dev/null | grep -c "^sleep ${marker}" || true`);
    expect(stdout.trim()).toBe('0');
    await expect(run('yes', { maxOutputMiB: 1 })).rejects.toThrow('sh wrote more than 1 MiB');
  });

  it('is stopped by the signal of its job, and its output so far is kept', async () => {
    const stop = new AbortController();
    const running = run('echo begun; echo ready >&2; sleep 86399', {
      signal: stop.signal,
      onStderr: () => stop.abort(),
    });
    expect(await running).toMatchObject({ stdout: 'begun\n', stopped: true });
    expect(await run('echo', { signal: AbortSignal.abort() })).toMatchObject({ stdout: '', stopped: true });
  });

  it('reports lines that end with a carriage return too', async () => {
    const lines: string[] = [];
    await run('printf "10%%\\r20%%\\rdone\\n" >&2', { onStderr: (line) => lines.push(line) });
    expect(lines).toEqual(['10%', '20%', 'done']);
  });
});

describe('safe ids', () => {
  const records = [{ sequence: 'MKU' }, { sequence: 'MO' }];

  it('stand for the records in the files of a program', () => {
    expect([safeId(0), safeId(999_999)]).toEqual(['s000001', 's1000000']);
    expect(writeSafeFasta(records)).toBe('>s000001\nMKU\n>s000002\nMO\n');
    expect(restoreNames('(s000001:1,s000002:2);', (i) => `n${i}`)).toBe('(n0:1,n1:2);');
  });

  it('restore rows with the residues of the input', () => {
    const rows = alignedRows(sh, '>s000002\nM-.\nX\n>s000001\nMKX-\n', records);
    expect(rows.map(({ record, sequence }) => [record, sequence])).toEqual([
      [records[1], 'M--O'],
      [records[0], 'MKU-'],
    ]);
  });

  it.each([
    ['', 'sh gave no usable alignment: 0 rows for 2 sequences'],
    ['>s000001\nMKX\n>s000001\nM-X\n', 'sh gave no usable alignment: a row without its sequence'],
    ['>s000001\nMKX\n>hello\nM-X\n', 'sh gave no usable alignment: a row without its sequence'],
    ['>s000001\nMKX\n>s000002\nMX\n', 'sh gave no usable alignment: rows of different lengths'],
    ['>s000001\nMK-\n>s000002\nM-X\n', 'sh gave no usable alignment: residues are missing'],
  ])('are missed in %j', (text, message) => {
    expect(() => alignedRows(sh, text, records)).toThrow(message);
  });

  it('are restored as leaves of a tree', () => {
    expect(newickLabels(sh, '(s000001:1,\ns000002:2);\n', ['a b', "c'"])).toBe("('a b':1,'c''':2);\n");
    expect(() => newickLabels(sh, '(s000001:1);', ['a', 'b'])).toThrow('1 leaves for 2 sequences');
  });
});
