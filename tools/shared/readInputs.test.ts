import { describe, expect, it } from 'vitest';
import { patterns } from '../substructure-search/tool.ts';
import { readTestData } from '../testdata/read.ts';
import { databaseSlot } from './native/hmmer.ts';
import { matchedSlot } from './native/matches.ts';
import { readAlignment, readPatterns, readSequences } from './readInputs.ts';
import { alignmentSlot, proteinSlot } from './slots.ts';

const caseFile = (name: string) => readTestData(`cases/sequence/${name}`);
const slot = proteinSlot();
const input = (text: string, more = {}) => ({
  ...{ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text },
  ...more,
});
const read = (text: string) => readSequences([input(text)], slot);
const database = (text: string) => readSequences([input(text, { slotId: 'database' })], databaseSlot);
const names = ({ records }: { records: { name: string }[] }) => records.map(({ name }) => name);

describe('cases', () => {
  it.each(['f05_semicolon_comments.fasta', 'f05b_hash_comments.fasta'])('case F05: comments of %s', (name) => {
    const { records, problems } = read(caseFile(name));
    expect(problems).toEqual([]);
    expect(records.map(({ name, sequence }) => [name, sequence.length])).toEqual([
      ['first', 30],
      ['second', 76],
    ]);
  });

  it('case F08: repeated names become unique, in order', () => {
    const found = read(caseFile('f08_duplicate_names.fasta'));
    expect(names(found)).toEqual(['HBA', 'dup one', 'dup two', 'dup one_2']);
    expect(found.warnings).toEqual([
      expect.objectContaining({ of: 'dup one_2', warning: expect.stringContaining("the header 'dup one' too") }),
    ]);
  });

  it('case F21: three-letter codes cause a warning', () => {
    expect(read(caseFile('f21_three_letter.fasta')).warnings).toMatchObject([
      { of: 'pep', warning: expect.stringContaining('three-letter codes') },
    ]);
  });

  it.each([
    ['A01', 'a01_s2.fasta', []], // F is not a code of nucleotides
    ['L09', 'l09_dnalike_protein.fasta', ['p1', 'p2', 'p3']],
  ])('case %s: reads %s as the protein that it is said to be, warns of %j', (_, name, doubtful) => {
    const { problems, warnings } = read(caseFile(name));
    expect(problems).toEqual([]);
    expect(warnings.map(({ of }) => of)).toEqual(doubtful);
    for (const { warning } of warnings) expect(warning).toContain('looks like a nucleotide sequence');
  });

  it('case S08: stop marks in a database are masked, and reported', () => {
    const { records, problems, warnings } = database(caseFile('s08_star_db.fasta'));
    expect(problems).toEqual([]);
    expect(records.map(({ sequence }) => sequence.length)).toEqual([147, 147, 147, 148]);
    expect(warnings.map(({ of, line }) => [of, line])).toEqual([
      ['internal', 11],
      ['two_starts', 14],
    ]);
  });

  it('case S07: two records with the same id in a database get unique names', () => {
    const id = 'LCL|39946.BGIOSGA039077-PA';
    expect(names(database(caseFile('s07_dup_db.fasta')))).toEqual([id, `${id}_2`, 'other']);
  });

  it('case S15: a database is accepted despite a record with one residue', () => {
    const { records, problems } = database(caseFile('s15_db_one_lowcomp.fasta'));
    expect([records.length, problems]).toEqual([3, []]);
  });

  it('cases G12, L15 and Q01: alignments with equal first words, and their written form', () => {
    const rows = (name: string) =>
      readAlignment([input(caseFile(name), { slotId: 'alignment', kind: 'msa', format: 'AFA' })], alignmentSlot());
    expect(names(rows('g12_same_first_word.afa'))).toEqual([
      'Homo sapiens isolate 1',
      'Homo sapiens isolate 2',
      'Pan troglodytes',
      'Pan paniscus',
    ]);
    expect(names(rows('q01_mafft_of_g12.afa'))).toEqual(['Homo', 'Homo_2', 'Pan', 'Pan_2']);
  });

  it('case B01: a genome on one line is read like one in lines of 70', () => {
    const genome = readTestData('NC_005816.fna');
    const letters = genome.split('\n').slice(1).join('').repeat(114);
    const slot = matchedSlot(['dna']);
    const of = (text: string) => readSequences([input(text, { slotId: 'database', kind: 'dna' })], slot);
    const [line, wrapped] = [of(`>g\n${letters}\n`), of(`>g\n${letters.replace(/.{70}/g, '$&\n')}\n`)];
    expect(letters.length).toBeGreaterThan(1_000_000);
    expect(line.problems).toEqual([]);
    expect(line.records[0]!.sequence === wrapped.records[0]!.sequence).toBe(true);
  });
});

describe('names', () => {
  it('are unique within a slot, or within an input if a tool has results per input', () => {
    const inputs = [input('>c one\nMK\n', { id: 'a' }), input('>c one\nMV\n', { id: 'b' })];
    expect(names(readSequences(inputs, slot))).toEqual(['c one', 'c one_2']);
    expect(names(readSequences(inputs, slot, 'input'))).toEqual(['c', 'c']);
  });

  it('are unique among patterns, as lists of alerts repeat one', () => {
    const rings = input('c1ccccc1 ring\nC1CCCCC1 ring\nC\nC\n', {
      slotId: 'patterns',
      kind: 'pattern',
      format: 'SMARTS',
    });
    expect(names(readPatterns([rings], patterns))).toEqual(['ring', 'ring_2', 'C', 'C_2']);
  });
});

it('gives the reason when every record of a database is left out', () => {
  const { problems } = database('>a\nMK1\n>b\n');
  expect(problems[0]!.message).toBe(
    "slot 'database' needs at least one record; 2 cannot be used, such as 'a': character '1' is not an amino acid code",
  );
});
