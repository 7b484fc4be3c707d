// @module-tag native

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { parseFasta } from '../fasta.ts';
import { programs } from '../native/programs.ts';
import { runPython } from '../native/runPython.ts';
import { type AlignmentFormat, parseAlignment } from './parseAlignment.ts';
import { writeMsf } from './writeMsf.ts';

const describe = await describeWithPrograms({ requires: [programs.python] });

type Row = [name: string, letters: string];
interface Text {
  text: string;
  /** Biopython's name of the format. */
  form: string;
}

const limits = { maxRecords: 100, maxColumns: 1000, maxResidues: 1000 };

/** Rows of equal length with unique names, and with letters that both parsers read alike. */
const rows = fc
  .record({
    width: fc.integer({ min: 1, max: 25 }),
    names: fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/), { minLength: 2, maxLength: 4 }),
  })
  .chain(({ width, names }) =>
    fc.tuple(
      ...names.map((name) =>
        fc.stringMatching(new RegExp(`^[ACDEFGHIKL][ACDEFGHIKL-]{${width - 1}}$`)).map((row): Row => [name, row]),
      ),
    ),
  );

/** Parts of rows, for formats that are written in blocks. */
function blocksOf(all: Row[], width: number): Row[][] {
  const blocks: Row[][] = [];
  for (let at = 0; at < all[0]![1].length; at += width)
    blocks.push(all.map(([name, row]) => [name, row.slice(at, at + width)]));
  return blocks;
}

const lines = (...parts: string[]) => parts.map((part) => `${part}\n`).join('');
const wrap = (row: string, width: number) => row.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n').trimEnd();
const some = fc.boolean();
const width = fc.integer({ min: 5, max: 30 });

type Writer = fc.Arbitrary<Text>;
const fasta = (form: string): Writer =>
  fc.tuple(rows, width, some, some).map(([all, w, described, lower]) => ({
    form,
    text: lines(
      ...all.map(([name, row]) => `>${name}${described ? ' of one' : ''}\n${wrap(lower ? row.toLowerCase() : row, w)}`),
    ),
  }));

const writers: Record<string, Writer> = {
  FASTA: fc
    .tuple(fasta('sequences'), some)
    .map(([one, stop]) => ({ ...one, text: one.text.replaceAll('-', '') + (stop ? '*\n' : '') })),
  AFA: fasta('fasta'),
  STOCKHOLM: fc.tuple(rows, width, some, some, some).map(([all, w, marks, described, ended]) => {
    const blocks = blocksOf(all, w).map((block) => {
      const part = block[0]![1].replace(/./g, 'x');
      return lines(
        ...block.map(([name, row]) => `${name.padEnd(12)}${row}`),
        ...(marks ? [`#=GC RF      ${part}`] : []),
      );
    });
    const about = described ? all.map(([name]) => `#=GS ${name} DE of one`) : [];
    return {
      form: 'stockholm',
      text: `# STOCKHOLM 1.0\n${lines(...about)}\n${blocks.join('\n')}${ended ? '//\n' : '//'}`,
    };
  }),
  CLUSTAL: fc.tuple(rows, width, some, some).map(([all, w, marks, counted]) => {
    const sofar = new Map<string, number>();
    const blocks = blocksOf(all, w).map((block) =>
      lines(
        ...block.map(([name, row]) => {
          const count = (sofar.get(name) ?? 0) + row.replaceAll('-', '').length;
          sofar.set(name, count);
          return `${name.padEnd(12)}${row}${counted && count > 0 ? ` ${count}` : ''}`;
        }),
        ...(marks ? [`${' '.repeat(12)}${block[0]![1].replace(/./g, '*')}`] : []),
      ),
    );
    return { form: 'clustal', text: `CLUSTAL W (1.83) multiple sequence alignment\n\n\n${blocks.join('\n')}` };
  }),
  PHYLIP: fc
    .tuple(rows, width, fc.constantFrom('phylip', 'phylip-relaxed', 'phylip-sequential'))
    .map(([all, w, form]) => {
      const head = ` ${all.length} ${all[0]![1].length}\n`;
      const named = ([name, row]: Row) => (form === 'phylip-relaxed' ? `${name}  ${row}` : `${name.padEnd(10)}${row}`);
      if (form === 'phylip-sequential')
        return { form, text: head + lines(...all.map(([name, row]) => named([name, wrap(row, w)]))) };
      const blocks = blocksOf(all, w).map((block, i) => lines(...block.map((row) => (i === 0 ? named(row) : row[1]))));
      return { form, text: head + blocks.join('\n') };
    }),
  NEXUS: fc.tuple(rows, width, some, some, some).map(([all, w, interleave, quotes, match]) => {
    const first = all[0]![1];
    const dots = (row: string) => row.replace(/./g, (letter, i: number) => (letter === first[i] ? '.' : letter));
    const written = all.map(([name, row], i): Row => [quotes ? `'${name}'` : name, match && i > 0 ? dots(row) : row]);
    const body = interleave ? blocksOf(written, w) : [written];
    const text =
      `#NEXUS\n[made]\nbegin data;\ndimensions ntax=${all.length} nchar=${first.length};\n` +
      `format datatype=protein missing=? gap=-${match ? ' matchchar=.' : ''}${interleave ? ' interleave=yes' : ''};\nmatrix\n` +
      `${body.map((block) => lines(...block.map(([name, row]) => `${name} ${row}`))).join('\n')};\nend;\n`;
    return { form: 'nexus', text };
  }),
  // Rows three times as long, for Biopython takes blocks of 50 columns.
  MSF: rows.map((all) => ({
    form: 'msf',
    text: writeMsf(
      all.map(([name, row]) => ({ name, sequence: row.repeat(3) })),
      true,
    ),
  })),
  A3M: fc.tuple(rows, fc.infiniteStream(fc.stringMatching(/^[acd]{0,2}$/))).map(([all, inserts]) => ({
    form: 'a3m',
    text: lines(
      ...all.map(([name, row]) => `>${name}\n${row.replace(/./g, (letter) => letter + inserts.next().value)}`),
    ),
  })),
};

/** How files are damaged: lines lost, repeated, swapped or joined, characters lost or changed, other line ends. */
const mutation = fc.tuple(
  fc.constantFrom('none', 'none', 'drop', 'repeat', 'swap', 'blank', 'lose', 'put', 'windows', 'rename'),
  fc.nat(),
  fc.constantFrom('A', '-', '.', '*', '1', ' ', 'é'),
);

function mutate(text: string, [how, at, letter]: [string, number, string]): string {
  const all = text.split('\n');
  const i = at % all.length;
  const j = at % text.length;
  const next = (i + 1) % all.length;
  if (how === 'drop') all.splice(i, 1);
  else if (how === 'repeat') all.splice(i, 0, all[i]!);
  else if (how === 'swap') [all[i], all[next]] = [all[next]!, all[i]!];
  else if (how === 'blank') all.splice(i, 0, '');
  else if (how === 'lose') return text.slice(0, j) + text.slice(j + 1);
  else if (how === 'put') return text.slice(0, j) + letter + text.slice(j + 1);
  else if (how === 'windows') return text.replaceAll('\n', '\r\n');
  // A row gets the name of the row before it.
  else if (how === 'rename') all[next] = all[next]!.replace(/^>?\w+/, /^>?\w+/.exec(all[i]!)?.[0] ?? '$&');
  return all.join('\n');
}

function ours(format: string, text: string): Row[] | undefined {
  if (format === 'FASTA') {
    const { records, problems } = parseFasta(text, 'protein', limits);
    return problems.messages.length > 0 ? undefined : records.map(({ name, sequence }) => [name, sequence]);
  }
  const { records, problems } = parseAlignment(text, format as AlignmentFormat, limits);
  const letters = (row: string) => (format === 'A3M' ? row.replaceAll('-', '') : row);
  return problems.messages.length > 0 ? undefined : records.map(({ name, row }) => [name, letters(row)]);
}

/** Removes differences in how both parsers write the same row. A row without a name gets one here. */
const normal = ([name, letters]: Row): string =>
  `${name.replace(/^sequence_\d$/, '')} ${letters
    .toUpperCase()
    .replace(/\*+$/, (stops) => 'X'.repeat(stops.length))
    .replace(/[?*]/g, 'X')
    .replaceAll('.', '-')}`;

const NUMBER = long ? 250 : 40;

describe('a reader gives the names and rows of Biopython, or refuses the text', () => {
  it.each(Object.keys(writers))('%s', async (format) => {
    const texts = fc
      .sample(fc.tuple(writers[format]!, mutation), { seed: 38, numRuns: NUMBER })
      .map(([{ form, text }, how]) => ({ form, text: mutate(text, how as [string, number, string]), how: how[0] }));
    const cwd = mkdtempSync(join(tmpdir(), 'rotamer-formats-'));
    try {
      const script = join(import.meta.dirname, '../../testing/biopythonReader.py');
      const request = { texts: texts.map(({ form, text }) => [form, text.replaceAll('\r\n', '\n')]) };
      const theirs = await runPython<(Row[] | null)[]>({ script, request, cwd, signal: new AbortController().signal });
      let both = 0;
      for (const [i, { text, how }] of texts.entries()) {
        const [mine, other] = [ours(format, text), theirs![i]];
        if (how === 'none' || how === 'windows') expect(mine, text).toBeDefined();
        if (!mine || !other) continue;
        const stopless = (row: Row): Row => (format === 'FASTA' ? [row[0], row[1].replace(/\*+$/, '')] : row);
        expect(mine.map(normal), text).toEqual(other.map(stopless).map(normal));
        both++;
      }
      expect(both).toBeGreaterThan(NUMBER * 0.4);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
