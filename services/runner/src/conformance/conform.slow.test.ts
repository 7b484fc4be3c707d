// @module-tag native

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { expect, it, onTestFinished } from 'vitest';
import { chooseSandbox } from '../executor/chooseSandbox.ts';
import { openRunnerFolder } from '../executor/runnerFolder.ts';
import { conform, type Finding } from './conform.ts';
import { findSubject } from './subject.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'conform-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Describes a tool around a program that every Linux has. */
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

type Result = Finding['result'] | `failed: ${string}`;

/** Returns the result of each check. A failed check has its reason too, unless it is in `toFail`. */
async function findingsOf(subject: ReturnType<typeof findSubject>, toFail: string[] = []) {
  if ('problems' in subject) throw new Error(subject.problems.join());
  const runnerFolder = await openRunnerFolder(folder(), quietLog);
  const sandbox = await chooseSandbox('group', runnerFolder, quietLog);
  const found: Record<string, Result> = {};
  for await (const { check, result, detail } of conform(subject, { sandbox, runnerFolder }))
    found[check] = result === 'failed' && !toFail.includes(check) ? `failed: ${detail}` : result;
  return found;
}

const conforms = {
  ...{ programs: 'ok', 'example accepted': 'ok', 'bad input refused': 'ok', 'example runs': 'ok', outputs: 'ok' },
  ...{ limits: 'ok', 'same again': 'ok', cancel: expect.stringMatching(/^(ok|skipped)$/), 'out of memory': 'ok' },
};

it('accepts a tool that keeps its promises', async () => {
  expect(await findingsOf(describeTool({}))).toEqual(conforms);
});

it('reports outputs that differ each time and do not have the format of their port', async () => {
  const run = { command: ['date', '+%N'], stdout: 'copy.fasta' };
  const found = await findingsOf(describeTool({ run }), ['outputs', 'same again']);
  expect(found).toEqual({ ...conforms, outputs: 'failed', 'same again': 'failed' });
});

it('reports a missing program and an invalid tool file', async () => {
  const needs = [{ command: 'no-such-program', probe: [], answer: 'x' }];
  const absent = describeTool({ needs, run: { command: ['no-such-program'] } });
  expect(await findingsOf(absent, ['programs'])).toEqual({
    programs: 'failed',
    'example accepted': 'ok',
    'bad input refused': 'ok',
  });
  expect(describeTool({ version: 'one' })).toMatchObject({
    problems: [expect.stringMatching(/tool.yaml:\d+: version /)],
  });
  expect(describeTool({ id: 'mafft' })).toMatchObject({
    problems: [expect.stringContaining('is that of a built-in tool')],
  });
});
