import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { lettersOf } from '../shared/native/matches.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { restoreNames, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { countUnknown, isMostlyUnknown, residueKindOf } from '../shared/residueCodes.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { parseClusters } from './parseClusters.ts';
import { contract, MAX_MEMBERS, sequences } from './tool.ts';
import { wordLength } from './words.ts';

const THREADS = contract.limits.cpuCores;

/** Records with a larger fraction of unknown residues get a warning. */
const MANY_UNKNOWN = 0.1;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const { kind } = job.inputs[0]!;
  const letters = residueKindOf(kind);
  const notes = new Notes(job);
  notes.read(read);
  const records = read.records.filter(({ sequence }) => !isMostlyUnknown(sequence, letters));
  writeFileSync(join(job.workdir, 'in.fa'), writeSafeFasta(records, lettersOf(kind)));
  const program = kind === 'dna' ? programs.cdHitEst : programs.cdHit;
  const { stopped } = await runProgram({
    program,
    args: ['-i', 'in.fa', '-o', 'out', ...options(job.settings, kind)],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
  });
  if (stopped) return;
  const minLength = job.settings.min_length as number;
  const short = records.filter(({ sequence }) => sequence.length <= minLength);
  const leftOut = short.length + read.records.length - records.length;
  const clstr = readOutput(program, join(job.workdir, 'out.clstr'));
  const found = parseClusters(clstr, records.length - short.length);
  const clusters = found.map(({ members }) =>
    members.map(({ index, identity }) => ({ record: records[index]!, identity: rounded(identity, 4) })),
  );
  leaveOut(notes, short, `not longer than min_length, ${minLength}`);
  leaveOut(
    notes,
    read.records.filter(({ sequence }) => isMostlyUnknown(sequence, letters)),
    'more unknown than known residues, which CD-HIT takes as identical',
  );
  for (const { inputId, name, line, sequence } of records) {
    const unknown = countUnknown(sequence, letters);
    if (unknown > MANY_UNKNOWN * sequence.length)
      notes.warn(
        inputId,
        name,
        `${unknown} of ${sequence.length} residues are unknown, and CD-HIT takes them as identical to each other`,
        line,
      );
  }

  for (const [i, members] of clusters.entries()) {
    const place = { sourceInputIds: [...new Set(members.map(({ record }) => record.inputId))] };
    const row = {
      cluster: i + 1,
      representative: members[0]!.record.name,
      size: members.length,
      members: members.slice(0, MAX_MEMBERS).map(({ record, identity }) => ({ id: record.name, identity })),
    };
    job.item('clusters', row, place);
  }
  const place = { sourceInputIds: [...new Set(records.map(({ inputId }) => inputId))] };
  const rows = clusters.flatMap((members, i) =>
    members.map(({ record, identity }) => ({ cluster: i + 1, id: record.name, identity })),
  );
  const representatives = clusters.map(([first]) => first!.record);
  const port = kind === 'dna' ? 'representative_nucleotides' : 'representatives';
  job.file(port, 'representatives.fasta', writeFasta(representatives), place);
  job.file(
    'clstr',
    'clusters.clstr',
    restoreNames(clstr, (index) => records[index]!.name),
    place,
  );
  job.file('clusters_table', 'clusters.tsv', writeTsv(['cluster', 'id', 'identity'], rows), place);
  job.item('summary', { sequences: read.records.length, clusters: clusters.length, left_out: leftOut }, place);
  job.progress(1, 1);
};

function leaveOut(notes: Notes, records: FromInput<SequenceRecord>[], reason: string): void {
  for (const [inputId, some] of Map.groupBy(records, (record) => record.inputId))
    notes.leftOut(
      inputId,
      'sequences',
      'record',
      some.map(({ name }) => name),
      reason,
    );
}

function options(settings: Settings, kind: string): string[] {
  const { identity, coverage, coverage_longer, length_difference, accurate, min_length, both_strands } = settings;
  const words = (settings.word_length as number) || wordLength(identity as number, kind);
  return [
    ...['-c', String(identity), '-n', String(words), '-aS', String(coverage), '-aL', String(coverage_longer)],
    ...['-s', String(length_difference), '-g', accurate ? '1' : '0', '-l', String(min_length), '-d', '0', '-p', '1'],
    ...(kind === 'dna' ? ['-r', both_strands ? '1' : '0'] : []),
    ...['-T', String(THREADS), '-M', '2000'],
  ];
}
