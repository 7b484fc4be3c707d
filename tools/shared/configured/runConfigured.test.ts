import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkAndRun } from '../../testing/testRun.ts';
import { checkRequest } from '../checkRequest.ts';
import { configuredTool } from './configuredTool.ts';
import { contractOf } from './contractOf.ts';
import { readDescription } from './readDescription.ts';

let workdir: string;
beforeEach(() => {
  workdir = mkdtempSync(join(tmpdir(), 'configured-'));
});
afterEach(() => rmSync(workdir, { recursive: true }));

const need = (command: string) => ({ command, probe: ['--version'], answer: command });
const sequences = { id: 'sequences', label: 'Sequences', max: 3, kinds: ['protein'], formats: ['FASTA'] };

/** A tool that runs a program which every Linux has. */
function toolWith(more: object) {
  const description = {
    ...{ id: 'copy', name: 'Copy', description: 'Copies', category: 'Test', tags: [], version: '1.0.0' },
    ...{ license: 'Apache-2.0', citation: { text: 'Nobody', url: 'https://example.org' } },
    needs: [need('cp'), need('false'), need('echo')],
    slots: [sequences],
    limits: { wallSeconds: 60, memoryMiB: 256, cpuCores: 1, outputMiB: 8 },
    credit: { mode: 'fixed', base: 1, perUnit: 0.5, unit: 'sequence' },
    run: { command: ['cp', '{inputs.sequences}', '{outputs}/copy.fasta'] },
    outputs: [{ id: 'copy', label: 'Copy', kind: 'protein', format: 'FASTA', files: '*.fasta' }],
    ...more,
  };
  const read = readDescription(stringify(description));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return configuredTool(contractOf(read.description));
}

const input = (id: string, text: string, slotId = 'sequences') => {
  return { id, slotId, kind: 'protein', format: 'FASTA', text };
};
const two = [input('a', '>--rf one\nMKV\n>x;y\nMKL\n'), input('b', '>z\nMKI\n')];

describe('a tool by configuration', () => {
  it('joins sequences under safe ids, and restores their names', async () => {
    const run = await checkAndRun(toolWith({}), two, {}, { workdir });
    expect(run.files).toEqual([
      {
        ...{ port: 'copy', name: 'copy.fasta', text: '>--rf\nMKV\n>x;y\nMKL\n>z\nMKI\n' },
        place: { sourceInputIds: ['a', 'b'] },
      },
    ]);
    expect(readdirSync(join(workdir, 'in'))).toEqual(['sequences.fasta']);
  });

  it('runs once per file when the command says so, and names the outputs of each run', async () => {
    const tool = toolWith({
      slots: [{ ...sequences, stage: 'files' }],
      run: { each: 'sequences', command: ['cp', '{inputs.sequences}', '{outputs}/copy.fasta'] },
    });
    const run = await checkAndRun(tool, two, {}, { workdir });
    expect(run.files.map(({ name, text, place }) => [name, text, place.sourceInputIds])).toEqual([
      ['0001-copy.fasta', two[0]!.text, ['a']],
      ['0002-copy.fasta', two[1]!.text, ['b']],
    ]);
    expect(run.reports).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
  });

  it('reads the rows of a table, with the names of its sequences', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } };
    const rows = { file: 'rows.txt', format: 'SPACES', columns: ['name', 'n'] };
    const tool = toolWith({
      settings: { n: { type: 'integer', minimum: -9, maximum: 9, default: 4 } },
      run: { command: ['echo', 's000002', '{settings.n}'], stdout: 'rows.txt' },
      outputs: [{ id: 'rows', label: 'Rows', rows, schema }],
    });
    const run = await checkAndRun(tool, two, { n: -3 }, { workdir });
    expect(run.values('rows')).toEqual([{ name: 'x;y', n: -3 }]);
  });

  it('fails when its program fails, or exits with 0 without a required output', async () => {
    const fails = toolWith({ run: { command: ['false'] } });
    await expect(checkAndRun(fails, two, {}, { workdir })).rejects.toThrow('false failed with exit code 1');
    rmSync(join(workdir, 'in'), { recursive: true });
    rmSync(join(workdir, 'out'), { recursive: true });
    const silent = toolWith({ run: { command: ['false'], exitCodes: [0, 1] } });
    await expect(checkAndRun(silent, two, {}, { workdir })).rejects.toThrow('false wrote no *.fasta');
  });

  it('stops with its job, and keeps no incomplete output', async () => {
    const stop = new AbortController();
    writeFileSync(join(workdir, 'begins.sh'), 'echo ">a" > "$1"; echo "at 10%"; exec sleep 60');
    const tool = toolWith({
      needs: [need('sh')],
      run: {
        command: ['sh', 'begins.sh', '{outputs}/copy.fasta'],
        progress: { prefix: 'at', stream: 'stdout' },
      },
    });
    const options = { workdir, signal: stop.signal, onProgress: () => stop.abort() };
    const run = await checkAndRun(tool, two, {}, options);
    expect(run.reports).toEqual([{ done: 10, total: 100 }]);
    expect(readdirSync(join(workdir, 'out'))).toEqual(['copy.fasta']);
    expect(run.files).toEqual([]);
  });

  it('refuses inputs that do not fit their kind, and texts that would be options', () => {
    const tool = toolWith({
      settings: { name: { type: 'string', default: 'x', maxLength: 20 } },
      run: { command: ['echo', '{settings.name}', '--name={settings.name}'], stdout: 'x.fasta' },
    });
    const problems = (text: string, settings = {}) =>
      checkRequest(tool.contract, tool.check, [input('a', text)], settings).verdict.problems;
    expect(problems('>a\nMK1\n')).toEqual([
      { path: 'input.inputs[0].content', message: "line 2: character '1' is not an amino acid code" },
    ]);
    expect(problems('>a\nMKV\n', { name: '--help' })).toEqual([
      { path: 'settings.name', message: "must not begin with '-', found '--help'" },
    ]);
    expect(problems('>a\nMKV\n', { name: 'a\0b' })[0]).toMatchObject({ path: 'settings.name' });
    expect(problems('>a\nMKV\n', { name: 'a-b' })).toEqual([]);
    expect(checkRequest(tool.contract, tool.check, two, {}).verdict).toMatchObject({ problems: [], units: 3 });
  });
});
