import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSandbox } from '../executor/chooseSandbox.ts';
import { openRunnerFolder } from '../work/runnerFolder.ts';
import { conform, type Finding } from './conform.ts';
import { findSubject } from './subject.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'conform-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A tool around a program that every Linux has. */
function describeTool(more: object) {
  const file = join(folder(), 'tool.yaml');
  const description = {
    ...{ id: 'copy', name: 'Copy', description: 'Copies', category: 'Test', tags: [], version: '1.0.0' },
    ...{ license: 'Apache-2.0', citation: { text: 'Nobody', url: 'https://example.org' }, deterministic: true },
    needs: [
      { command: 'cp', probe: ['--version'], answer: 'coreutils' },
      { command: 'date', probe: ['--version'], answer: 'coreutils' },
    ],
    slots: [{ id: 'sequences', label: 'Sequences', kinds: ['protein'], formats: ['FASTA'] }],
    limits: { wallSeconds: 60, memoryMiB: 256, cpuCores: 1, outputMiB: 8 },
    credit: { mode: 'free' },
    run: { command: ['cp', '{inputs.sequences}', '{outputs}/copy.fasta'] },
    outputs: [{ id: 'copy', label: 'Copy', kind: 'protein', format: 'FASTA', files: '*.fasta' }],
    ...more,
  };
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(description, null, 2));
  return findSubject(file);
}

async function findingsOf(subject: ReturnType<typeof findSubject>): Promise<Record<string, Finding['result']>> {
  if ('problems' in subject) throw new Error(subject.problems.join());
  const runnerFolder = await openRunnerFolder(folder(), quietLog);
  const sandbox = await chooseSandbox('group', runnerFolder, quietLog);
  const found: Record<string, Finding['result']> = {};
  for await (const { check, result, detail } of conform(subject, { sandbox, runnerFolder })) {
    found[check] = result;
    if (result === 'failed') console.log(`${check}: ${detail}`);
  }
  return found;
}

it('a tool that keeps its promises conforms', async () => {
  const found = await findingsOf(describeTool({}));
  expect(Object.values(found)).not.toContain('failed');
  expect(found).toMatchObject({ 'example runs': 'ok', outputs: 'ok', 'same again': 'ok' });
});

it('a tool whose output is another each time, and is not what its port says, does not', async () => {
  const run = { command: ['date', '+%N'], stdout: 'copy.fasta' };
  expect(await findingsOf(describeTool({ run }))).toMatchObject({
    'bad input refused': 'ok',
    'example runs': 'ok',
    outputs: 'failed',
    'same again': 'failed',
  });
});

it('a tool without its program, or with a file that is wrong, is told so', async () => {
  const needs = [{ command: 'no-such-program', probe: [], answer: 'x' }];
  const absent = describeTool({ needs, run: { command: ['no-such-program'] } });
  expect(await findingsOf(absent)).toEqual({ programs: 'failed', 'example accepted': 'ok', 'bad input refused': 'ok' });
  expect(describeTool({ version: 'one' })).toMatchObject({
    problems: [expect.stringMatching(/tool.yaml:\d+: version /)],
  });
  expect(describeTool({ id: 'mafft' })).toMatchObject({
    problems: [expect.stringContaining('is that of a built-in tool')],
  });
});
