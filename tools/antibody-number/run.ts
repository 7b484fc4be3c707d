import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { PICTURE } from '../shared/ports.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { numbered } from '../shared/uniqueNames.ts';
import { alignDomains, numberingTable } from './aligned.ts';
import { check } from './check.ts';
import { classOf, type Domain, insertionOf, type Numbered, regionOf, regionSequences } from './domains.ts';
import { noteDomain, noteOutside } from './notes.ts';
import { domainPicture } from './picture.ts';
import { type ChainType, type Scheme, sequences } from './tool.ts';

type Job = Parameters<Run>[0];

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const { scheme, min_confidence } = job.settings;
  const found = await runPython<Numbered[]>({
    script: join(import.meta.dirname, 'number_domains.py'),
    request: { sequences: read.records.map(({ sequence }) => sequence), scheme, min_confidence },
    cwd: job.workdir,
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
  });
  if (!found) return;
  const given = read.records.flatMap((record, i) => numberedDomains(job, notes, record, found[i]!));
  const rowNames = numbered(given.map(({ name }) => name));
  const domains = given.map((domain, i) => ({ ...domain, rowName: rowNames[i]! }));
  for (const domain of domains) {
    giveRows(job, domain);
    noteDomain(notes, domain);
  }
  if (domains.length > 0) giveFiles(job, domains, read.records);
};

/** Returns the numbered domains of a sequence. Notes the other domains and residues. */
function numberedDomains(
  job: Job,
  notes: Notes,
  record: FromInput<SequenceRecord>,
  found: Numbered,
): Omit<Domain, 'rowName'>[] {
  const { name, inputId, sequence } = record;
  if (found.error !== null) {
    notes.leftOut(inputId, name, 'record', [name], `it has no variable domain: ${found.error}`);
    return [];
  }
  noteOutside(notes, inputId, name, sequence.length, found.domains);
  if (found.domains.length > 1) {
    const chains = found.domains.map(({ chain }) => chain).join(', ');
    notes.warn(inputId, name, `it has ${found.domains.length} variable domains: ${chains}`);
  }
  const { scheme, chains } = job.settings as { scheme: Scheme; chains: ChainType[] };
  return found.domains.flatMap((domain, i) => {
    const { chain, start, end, positions, regions } = domain;
    const reason = !chains.includes(chain)
      ? `the setting chains leaves out domains of type ${chain}`
      : !'HKL'.includes(chain) && scheme !== 'imgt'
        ? `${scheme} has no numbers for chain type ${chain} of T cell receptors; imgt has`
        : 'immunum does not number every residue of this domain';
    if (chains.includes(chain) && domain.imgt && positions && regions)
      return [
        { ...domain, positions, regions, name, inputId, number: i + 1, residues: sequence.slice(start, end + 1) },
      ];
    notes.leftOut(inputId, name, 'residue', [`${start + 1}-${end + 1}`], reason, end - start + 1);
    return [];
  });
}

function giveRows(job: Job, domain: Domain): void {
  const { name, inputId, number, chain, confidence, start, end } = domain;
  const place = { sourceInputIds: [inputId] };
  const about = { sequence: name, domain: number, chain };
  const ends = { confidence: rounded(confidence, 4), start: start + 1, end: end + 1 };
  job.item('domains', { ...about, ...ends, ...regionSequences(domain) }, place);
  for (const [i, position] of domain.positions.entries()) {
    const [value, rank] = position;
    const row = { index: start + i + 1, residue: domain.residues[i]!, position: value, insertion: insertionOf(rank) };
    job.item('residues', { ...about, ...row, region: regionOf(domain, position) }, place);
  }
}

function giveFiles(job: Job, domains: Domain[], records: FromInput<SequenceRecord>[]): void {
  const scheme = job.settings.scheme as Scheme;
  const placeOf = (of: Domain[]) => ({ sourceInputIds: [...new Set(of.map(({ inputId }) => inputId))] });
  for (const [name, members] of Map.groupBy(domains, ({ chain }) => classOf(chain))) {
    const aligned = alignDomains(members, scheme);
    job.file('numbering', `numbering-${name}.tsv`, numberingTable(aligned), placeOf(members));
    if (members.length < 2) continue;
    const rows = aligned.rows.map((row) => ({ name: row.domain.rowName, sequence: row.cells.join('') }));
    job.file('alignment', `alignment-${name}.afa`, writeFasta(rows), placeOf(members));
  }
  const fasta = domains.map((domain) => ({ name: domain.rowName, sequence: domain.residues }));
  job.file('domain_sequences', 'domains.fasta', writeFasta(fasta), placeOf(domains));
  job.file(PICTURE, 'domains.svg', domainPicture(domains, records), placeOf(domains));
}
