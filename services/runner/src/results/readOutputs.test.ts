import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OutputPort, ToolContract } from '@rotamer/tools/contract.ts';
import { contract as proteinProperties } from '@rotamer/tools/protein-properties/tool.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptFolder, OUTPUT_LIST, type OutputLine } from '../child/jobFile.ts';
import { makeAttemptFolder } from '../executor/attemptFolders.ts';
import { readOutputs } from './readOutputs.ts';

const port = { format: 'JSON', contentType: 'application/json', required: false };
const ports: OutputPort[] = [
  { ...port, id: 'rows', label: 'Rows', type: 'items' },
  { ...port, id: 'other_rows', label: 'Other rows', type: 'items' },
  { ...port, id: 'table', label: 'Table', type: 'file' },
];
const contract: ToolContract = { ...proteinProperties, ports };
const inputIds = Array.from({ length: 300 }, (_, i) => `input ${i}`);

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outputs-test-'));
});
afterEach(() => rm(parent, { recursive: true }));

function* rows(n: number, value: (i: number) => unknown, more: object = {}): Generator<OutputLine> {
  for (let i = 0; i < n; i++) {
    yield { type: 'item', port: 'rows', place: { sourceInputIds: [inputIds[i % 300]!] }, value: value(i), ...more };
  }
}

/** Reads a list of these lines. */
async function outputsOf(lines: Iterable<OutputLine>) {
  const folder = attemptFolder(join(parent, 'a'));
  await makeAttemptFolder(folder);
  const texts = function* () {
    for (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  await pipeline(Readable.from(texts()), createWriteStream(join(folder.outputs, OUTPUT_LIST)));
  await mkdir(join(folder.outputs, 'table'));
  await writeFile(join(folder.outputs, 'table', 'a.tsv'), 'abc');
  return await readOutputs(folder, contract, inputIds);
}

describe('the outputs of a tool', () => {
  it('are in the manifest up to 1,000 rows, in the order in which the tool made them', async () => {
    const others = rows(500, (i) => 1_000 + i, { port: 'other_rows' });
    const { rows: read, problems } = await outputsOf([...rows(500, (i) => i), ...others]);
    expect(problems).toEqual([]);
    expect(read.inline!.map(({ value }) => value).slice(499, 502)).toEqual([499, 1_000, 1_001]);
    expect([read.inline!.length, read.tables]).toEqual([1_000, []]);
  });

  it.each([
    ['more than 1,000 rows', rows(1_001, (i) => i)],
    ['more than 1 MiB of rows', rows(9, () => 'x'.repeat(130_000))],
  ])('are a table for each port with %s', async (_, lines) => {
    const { rows: read, problems } = await outputsOf([...lines, ...rows(1, () => 1, { port: 'other_rows' })]);
    expect(problems).toEqual([]);
    expect(read.inline).toBeUndefined();
    expect(read.tables.map((table) => table.port)).toEqual(['rows', 'other_rows']);
    for (const { index, bytes } of read.tables.flatMap(({ blocks }) => blocks)) {
      expect(bytes.length).toBe(index.bytes);
      expect(index.bytes).toBeLessThanOrEqual(256 * 1024);
    }
  });

  it('name at most 100 inputs each', async () => {
    const place = { sourceInputIds: inputIds };
    const file: OutputLine = { type: 'file', port: 'table', place, name: 'a.tsv' };
    const { rows: read, files } = await outputsOf([...rows(1, () => 1, { place }), file]);
    expect(read.inline![0]!.source_input_ids).toEqual(inputIds.slice(0, 100));
    expect(files).toHaveLength(1);
    await rm(join(parent, 'a'), { recursive: true });
    const large = await outputsOf(rows(2_000, (i) => i));
    expect(large.rows.tables[0]!.sourceInputIds).toEqual(inputIds.slice(0, 100));
  });

  it.each([
    ['a row of more than 256 KiB', 'x'.repeat(262_000), /^Output 1 of the tool .*is larger than 256 KiB\.$/],
    ['a line that no one would parse', 'x'.repeat(300_000), /^Output 1 of the tool is larger than 256 KiB\.$/],
  ])('are a failure with %s, and the others are kept', async (_, value, problem) => {
    const { rows: read, problems } = await outputsOf([...rows(1, () => value), ...rows(1, () => 2)]);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(read.inline!.map((row) => row.value)).toEqual([2]);
  });

  it('are a failure with more rows than allowed, and earlier rows are kept', async () => {
    const { rows: read, problems } = await outputsOf(rows(6_500, () => 'x'.repeat(10_240)));
    expect(problems[0]).toMatch(
      /^Output \d+ of the tool \(port 'rows'\) makes its rows larger than 64 MiB together\.$/,
    );
    expect(problems.length).toBeLessThanOrEqual(20);
    const bytes = read.tables[0]!.blocks.reduce((sum, { index }) => sum + index.bytes, 0);
    expect(bytes).toBeGreaterThan(63 * 1024 * 1024);
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('are a failure with more files than a result lists', async () => {
    function* files(): Generator<OutputLine> {
      for (let i = 0; i < 5_000; i++)
        yield { type: 'file', port: 'table', place: { sourceInputIds: [] }, name: `${i}` };
    }
    const { problems } = await outputsOf(files());
    expect(problems).toContainEqual('The tool wrote more output files than a result can list: 5000.');
  });
});
