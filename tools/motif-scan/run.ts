import type { Static } from 'typebox';
import { type Run, ToolError } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { decodeDna, encodeDna, reverseComplement } from '../shared/geneticCodes.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { countUnknown, type ResidueKind } from '../shared/residueCodes.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check, readCompiledPatterns } from './check.ts';
import { writeHitsAsGff } from './gff.ts';
import { type Scanner, scannerOf } from './scan.ts';
import { type hit, sequences } from './tool.ts';

/** About 15 MB of rows, unless the matches are long. */
const MAX_HITS = 100_000;

type Hit = Static<typeof hit>;

type Named = { name: string; inputId: string; scan: Record<ResidueKind, Scanner> };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const { records } = read;
  const kinds = new Map(job.inputs.map(({ id, kind }) => [id, kind as ResidueKind]));
  const asked = readCompiledPatterns(job.inputs);
  notes.read(asked);
  const patterns = asked.compiled.map(({ name, inputId, pattern }) => ({
    name,
    inputId,
    scan: { protein: scannerOf(pattern, 'protein'), dna: scannerOf(pattern, 'dna') },
  }));
  const rows: Hit[] = [];
  const sources = new Set(patterns.map(({ inputId }) => inputId));
  for (const [i, record] of records.entries()) {
    const kind = kinds.get(record.inputId)!;
    sources.add(record.inputId);
    noteUnknown(notes, record, kind);
    for (const pattern of patterns) {
      for (const row of hitsOf(record, pattern, kind, job.settings)) {
        if (rows.length >= MAX_HITS)
          throw new ToolError(`there are more than ${MAX_HITS} hits; use fewer sequences or more specific patterns`);
        job.item('hits', row, { sourceInputIds: [record.inputId, pattern.inputId] });
        rows.push(row);
      }
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  const place = { sourceInputIds: [...sources] };
  const columns = ['sequence', 'pattern', 'strand', 'start', 'end', 'match', 'unknown'];
  job.file('hits_table', 'hits.tsv', writeTsv(columns, rows), place);
  job.file('gff', 'hits.gff3', writeHitsAsGff(records, rows), place);
};

/**
 * Yields the hits of a sequence. Proteins have one strand. Each strand of nucleotides is read in its own direction,
 * with positions on the forward strand.
 */
function* hitsOf(
  { name, sequence }: FromInput<SequenceRecord>,
  pattern: Named,
  kind: ResidueKind,
  settings: Record<string, unknown>,
): Generator<Hit> {
  const strands =
    kind === 'protein' ? ['.' as const] : settings.strands === 'both' ? (['+', '-'] as const) : ['+' as const];
  for (const strand of strands) {
    const text = strand === '-' ? decodeDna(reverseComplement(encodeDna(sequence))) : sequence;
    for (const { start, end } of pattern.scan[kind](text, settings.overlapping as boolean)) {
      const match = text.slice(start, end);
      const [from, to] = strand === '-' ? [text.length - end, text.length - start] : [start, end];
      const unknown = countUnknown(match, kind);
      yield { sequence: name, pattern: pattern.name, strand, start: from + 1, end: to, match, unknown };
    }
  }
}

function noteUnknown(
  notes: Notes,
  { name, sequence, inputId, line }: FromInput<SequenceRecord>,
  kind: ResidueKind,
): void {
  const unknown = countUnknown(sequence, kind);
  if (unknown === 0) return;
  const text = `${unknown} ambiguity codes match only where all that they may be matches: ${kind === 'dna' ? 'N' : 'X'} only an x`;
  notes.warn(inputId, name, text, line);
}
