import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { Check, Run, Settings, ToolContract } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseFasta } from '../shared/fasta.ts';
import type { matchItem } from '../shared/native/matches.ts';
import { readTestData } from '../testdata/read.ts';
import { runNative } from './testNative.ts';
import type { TestRun } from './testRun.ts';

interface Tool {
  contract: ToolContract;
  check: Check;
  run: Run;
}

export type MatchRow = Static<typeof matchItem>;

export const searchInput = (slotId: string, text: string, kind = 'protein', id = slotId) => ({
  id,
  slotId,
  kind,
  format: 'FASTA',
  text,
});

/** 62 proteins, the database for the known answers: 48 globins, four other proteins, and ten proteins of a plasmid. */
export const database = () => searchInput('database', `${globinDatabase()}${plasmidProteins()}`);
export const globin = () => searchInput('queries', hbbQuery());

/** Tests that inputs which programs misread, or read as empty, are refused before a program runs. */
export function refusesBadSearches({ contract, check }: Omit<Tool, 'run'>): void {
  it.each([
    ['an empty query', '', '>a\nMKTAY', 0, /^the content is empty$/],
    ['an empty database', '>a\nMKTAY', '', 1, /^the content is empty$/],
    ['junk as a query', 'hello', '>a\nMKTAY', 0, /starts with '>'/],
    ['junk as a database', '>a\nMKTAY', 'hello', 1, /starts with '>'/],
    ['digits', '>a\nMKT12AY', '>a\nMKTAY', 0, /^line 2: character '1'/],
    ['a query without residues', '>a\n>b\nMKT', '>a\nMKT', 0, /^line 1: record 'a' has no residues$/],
  ])('%s', (_, query, text, at, message) => {
    const inputs = [searchInput('queries', query), searchInput('database', text)];
    const { problems } = checkRequest(contract, check, inputs, {}).verdict;
    expect(problems[0]).toEqual({ path: `input.inputs[${at}].content`, message: expect.stringMatching(message) });
  });

  it('too many queries', () => {
    const many = Array.from({ length: 101 }, (_, i) => `>q${i}\nMKTAY\n`).join('');
    const { problems } = checkRequest(contract, check, [searchInput('queries', many), database()], {}).verdict;
    expect(problems[0]!.message).toBe('line 201: more than 100 records');
  });
}

/** A search without a hit. */
interface Unlike {
  inputs(): ReturnType<typeof searchInput>[];
  settings?: Settings;
}

/**
 * Tests of what every search for proteins must do. They run the program. Returns the search for globins with a hemoglobin,
 * which runs once for all tests. The other search with hits also has the settings `quick`.
 */
export function searchesProteins(
  tool: Tool,
  settings: Settings,
  hits: number,
  best: Partial<MatchRow>,
  unlike: Unlike = { inputs: () => [searchInput('queries', '>a\nWWWWWPPPPPWWWWWPPPPPHHHHH'), database()] },
  quick: Settings = {},
): () => Promise<TestRun> {
  let searching: Promise<TestRun> | undefined;
  const searched = () => (searching ??= runNative(tool, [globin(), database()], settings));

  it(`finds ${hits} globins with a hemoglobin`, async () => {
    const done = await searched();
    const rows = done.values<MatchRow>('hits');
    expect(rows).toHaveLength(hits);
    expect(rows[0]).toEqual({ ...rows[0], qseqid: 'HBB_HUMAN', sseqid: 'sp|P68871|HBB_HUMAN', pident: 100, ...best });
    expect(rows[1]).toMatchObject({ sseqid: 'HBB_CALAR', qcovs: 100, slen: 146 });
    expect(rows.every(({ sseqid }) => /HB|MYG/.test(sseqid))).toBe(true);
    expect(done.items.filter(({ port }) => port === 'hits').map(({ place }) => place.rank)).toEqual(
      rows.map((_, i) => i + 1),
    );
    const sequences = done.files.find(({ port }) => port === 'hit_sequences')!.text;
    const given = parseFasta(database().text, 'protein', { maxRecords: 100, maxResidues: 1000 }).records;
    const whole = given.find(({ name }) => name === 'sp|P68871|HBB_HUMAN')!;
    const found = parseFasta(sequences, 'protein', { maxRecords: 100, maxResidues: 1000 }).records;
    expect(found).toHaveLength(hits);
    expect(found[0]).toMatchObject({ name: whole.name, description: whole.description, sequence: whole.sequence });
  });

  it('counts hits per query, in input order, and keeps names and letters that programs change', async () => {
    const { text } = globin();
    const hbb = text.slice(text.indexOf('\n')).replaceAll('\n', '');
    const long = 'n'.repeat(300);
    const queries = `>lonely\nWWWWWPPPPPWWWWWPPPPPHHHHH\n>sp|P68871|HBB\n${hbb}\n>sp|P68871|HBB\n${hbb}\n`;
    const records = `>${long} (rare)\n${hbb}UOJ\n>a,b;c\n${hbb}\n>a,b;c\n${hbb.replaceAll('K', 'R')}\n`;
    const inputs = [searchInput('queries', queries), searchInput('database', records)];
    const done = await runNative(tool, inputs, { ...settings, ...quick });
    expect(done.values('summary')).toEqual([
      { query: 'lonely', hits: 0, subjects: 0, searched: 3 },
      { query: 'sp|P68871|HBB', hits: 3, subjects: 3, searched: 3 },
      { query: 'sp|P68871|HBB_2', hits: 3, subjects: 3, searched: 3 },
    ]);
    const sequences = done.files.find(({ port }) => port === 'hit_sequences')!.text;
    expect(sequences.split('>').map((record) => record.split('\n')[0])).toContain(`${long} (rare)`);
    expect(sequences).toContain('UOJ\n');
  });

  it('succeeds without a hit', async () => {
    const done = await runNative(tool, unlike.inputs(), { ...settings, ...unlike.settings });
    expect(done.values('hits')).toEqual([]);
    expect(done.files.map(({ port }) => port)).not.toContain('hit_sequences');
    expect(done.files.find(({ port }) => port === 'hits_table')!.text).toMatch(
      /^qseqid\tsseqid\t.*\tqcovs\tqframe\tsframe\tstitle\n$/,
    );
  });

  it('writes no output when it was stopped before it began', async () => {
    const done = await runNative(tool, [globin(), database()], settings, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
  return searched;
}

/** 52 proteins: 48 globins, and four other proteins. */
export const globinDatabase = (): string =>
  ['globins3', 'ubiquitin', 'lysozyme', 'gfp', 'insulin', 'globins45']
    .map((name) => `${readTestData(`${name}.fasta`).trimEnd()}\n`)
    .join('');

/** Human hemoglobin beta without its first methionine. */
export function hbbQuery(): string {
  const record = readTestData('globins3.fasta')
    .split(/^(?=>)/m)
    .find((text) => text.includes('HBB_HUMAN'))!;
  const [, ...lines] = record.split('\n');
  return `>HBB_HUMAN\n${lines.join('').slice(1)}\n`;
}

/** The plasmid pPCP1 of *Yersinia pestis*, 9,609 bases, and the ten proteins of its annotation. */
export const plasmid = (): string => readTestData('NC_005816.fna');
export const plasmidProteins = (): string => readTestData('NC_005816.faa');
