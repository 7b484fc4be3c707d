import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { eachLine, runProgram } from '../shared/native/runProgram.ts';
import { indexOfSafeId, withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { clanFinder, readClans } from './clans.ts';
import { numbersOf, parseDomtblout } from './domains.ts';
import { giveDomains } from './giveDomains.ts';
import { readNumberedProfiles, withSafeName } from './profileRecords.ts';
import { clans as clansSlot, contract, profiles as profilesSlot, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;
const [LIBRARY, QUERIES, TABLE] = ['library.hmm', 'queries.fa', 'domains.domtblout'];

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const asked = readSequences(job.inputs, sequences);
  const library = readNumberedProfiles(job.inputs, profilesSlot);
  const clans = readClans(job.inputs, clansSlot);
  const [queries, profiles] = [asked.records, library.records];
  const notes = new Notes(job);
  notes.read(asked);
  notes.read(library);
  writeFileSync(join(job.workdir, QUERIES), writeSafeFasta(queries, withoutRareLetters));
  writeFileSync(join(job.workdir, LIBRARY), profiles.map(withSafeName).join(''));
  if (await pressStops(job)) return;
  const cutoffs = cutoffsOf(job.settings, (name) => profiles.every((profile) => profile.cutoffs.includes(name)));
  if (await scanStops(job, [...cutoffs, ...optionsOf(job.settings)], queries.length)) return;

  const table = parseDomtblout(readOutput(programs.hmmscan, join(job.workdir, TABLE)));
  if (!table.complete) throw new ToolError('hmmscan did not complete its scan');
  const clanOf = clanFinder(clans.records);
  const found = profiles.map((profile) => ({ ...profile, clan: clanOf(profile) }));
  if (clans.records.length > 0 && found.every(({ clan }) => !clan))
    notes.warn(clans.records[0]!.inputId, 'clans', 'the table of clans names none of the profiles');
  const rows = table.rows.map((row) => {
    const [profile, query] = [found[indexOfSafeId(row.words[0]!) ?? -1], queries[indexOfSafeId(row.words[3]!) ?? -1]];
    if (!profile || !query) throw new ToolError('hmmscan named an unknown sequence or profile');
    return { words: row.words, profile, query, numbers: numbersOf(row) };
  });
  giveDomains(job, { queries, rows, header: table.header, searched: profiles.length });
  job.progress(queries.length, queries.length);
};

async function pressStops({ workdir: cwd, signal }: ToolRun): Promise<boolean> {
  return (await runProgram({ program: programs.hmmpress, args: [LIBRARY], cwd, signal })).stopped;
}

/** Scans all sequences. Progress counts the sequences that the program's report has begun. */
async function scanStops(job: ToolRun, options: string[], total: number): Promise<boolean> {
  let begun = 0;
  const onLine = (line: string) => {
    if (line.startsWith('Query: ') && ++begun > 1) job.progress(begun - 1, total);
  };
  const { stopped } = await runProgram({
    program: programs.hmmscan,
    args: [...options, '--noali', '--domtblout', TABLE, LIBRARY, QUERIES],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
    maxOutputMiB: 512,
    onStdout: eachLine(onLine),
  });
  return stopped;
}

/** Returns the options for thresholds: the profiles' own scores, or E-values. */
function cutoffsOf({ cutoffs, evalue, domain_evalue }: Settings, allHave: (name: string) => boolean): string[] {
  const chosen = cutoffs === 'auto' ? (allHave('ga') ? 'ga' : 'none') : cutoffs;
  return chosen === 'none' ? ['-E', String(evalue), '--domE', String(domain_evalue)] : [`--cut_${chosen}`];
}

const optionsOf = ({ max_sensitivity, bias_filter, database_size }: Settings): string[] => [
  ...['--cpu', String(THREADS), '--seed', '42'],
  // `--max` turns off all filters, including the bias filter.
  ...(max_sensitivity ? ['--max'] : bias_filter ? [] : ['--nobias']),
  ...(database_size === 0 ? [] : ['-Z', String(database_size)]),
];
