import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { countUnknown } from '../shared/residueCodes.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { clusterSequences } from './cluster.ts';
import { sequences } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const { records } = read;
  const notes = new Notes(job);
  notes.read(read);
  for (const { inputId, name, line, sequence } of records) {
    const unknown = countUnknown(sequence, 'protein');
    if (unknown > 0)
      notes.warn(
        inputId,
        name,
        `${unknown} of ${sequence.length} residues are unknown; they are identical to none`,
        line,
      );
  }
  const clusters = await clusterSequences(
    records.map(({ sequence }) => sequence),
    job.settings as { identity: number; coverage: number },
    job.signal,
    (done) => job.progress(done, records.length),
  );
  const sourcesOf = (indices: number[]) => [...new Set(indices.map((index) => records[index]!.inputId))];
  const rows = [];
  for (const { members } of clusters) members.sort((a, b) => b.identity - a.identity);
  for (const [i, { members }] of clusters.entries()) {
    const representative = records[members[0]!.index]!.name;
    const named = members.map(({ index, identity }) => ({
      id: records[index]!.name,
      identity: Number(identity.toFixed(4)),
    }));
    job.item(
      'clusters',
      { cluster: i + 1, representative, size: members.length, members: named },
      { sourceInputIds: sourcesOf(members.map(({ index }) => index)) },
    );
    rows.push(...named.map(({ id, identity }) => ({ cluster: i + 1, sequence: id, representative, identity })));
  }
  const representatives = clusters.map(({ members }) => members[0]!.index);
  const fasta = writeFasta(representatives.map((index) => records[index]!));
  job.file('representatives', 'representatives.fasta', fasta, { sourceInputIds: sourcesOf(representatives) });
  const table = writeTsv(['cluster', 'sequence', 'representative', 'identity'], rows);
  const all = clusters.flatMap(({ members }) => members.map(({ index }) => index));
  job.file('clusters_table', 'clusters.tsv', table, { sourceInputIds: sourcesOf(all) });
};
