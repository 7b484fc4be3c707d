import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { readProfiles } from '../shared/native/profiles.ts';
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
import { datasetLibrary, type Library, readDatasetClans, uploadedLibrary } from './library.ts';
import { clans as clansSlot, contract, profiles as profilesSlot, sequences } from './tool.ts';

const THREADS = contract.limits.cpuCores;
const QUERIES = 'queries.fa';
const TABLE = 'domains.domtblout';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings, job.dataset));
  const asked = readSequences(job.inputs, sequences);
  const uploaded = readProfiles(job.inputs, profilesSlot);
  const given = readClans(job.inputs, clansSlot).records;
  const clans = given.length === 0 && job.dataset ? readDatasetClans(job.dataset) : given;
  const queries = asked.records;
  const notes = new Notes(job);
  notes.read(asked);
  notes.read(uploaded);
  writeFileSync(join(job.workdir, QUERIES), writeSafeFasta(queries, withoutRareLetters));
  const library = job.dataset ? datasetLibrary(job.dataset) : uploadedLibrary(job, uploaded.records);
  if (!library.isPressed && (await pressStops(job, library.path))) return;
  if (await scanStops(job, library, queries.length)) return;

  const table = parseDomtblout(readOutput(programs.hmmscan, join(job.workdir, TABLE)));
  if (!table.complete) throw new ToolError('hmmscan did not complete its scan');
  const clanOf = clanFinder(clans);
  const rows = table.rows.map((row) => {
    const [profile, query] = [library.profileOf(row), queries[indexOfSafeId(row.words[3]!) ?? -1]];
    if (!profile || !query) throw new ToolError('hmmscan named an unknown sequence or profile');
    return { words: row.words, profile, clan: clanOf(profile), query, numbers: numbersOf(row) };
  });
  if (given.length > 0 && rows.length > 0 && rows.every(({ clan }) => !clan))
    notes.warn(given[0]!.inputId, 'clans', 'the table of clans names none of the profiles that were found');
  giveDomains(job, { queries, rows, header: table.header, searched: library.count });
  job.progress(queries.length, queries.length);
};

async function pressStops({ workdir: cwd, signal }: ToolRun, path: string): Promise<boolean> {
  return (await runProgram({ program: programs.hmmpress, args: [path], cwd, signal })).stopped;
}

/** Scans all sequences. Progress counts the sequences that the program's report has begun. */
async function scanStops(job: ToolRun, library: Library, total: number): Promise<boolean> {
  const options = [...cutoffsOf(job.settings, library), ...optionsOf(job.settings)];
  let begun = 0;
  const onLine = (line: string) => {
    if (line.startsWith('Query: ') && ++begun > 1) job.progress(begun - 1, total);
  };
  const { stopped } = await runProgram({
    program: programs.hmmscan,
    args: [...options, '--noali', '--domtblout', TABLE, library.path, QUERIES],
    cwd: job.workdir,
    signal: job.signal,
    threads: THREADS,
    maxOutputMiB: 512,
    onStdout: eachLine(onLine),
  });
  return stopped;
}

/** Returns the options for thresholds: the profiles' own scores, or E-values. */
function cutoffsOf({ cutoffs, evalue, domain_evalue }: Settings, { has }: Library): string[] {
  const chosen = cutoffs === 'auto' ? (has('ga') ? 'ga' : 'none') : cutoffs;
  return chosen === 'none' ? ['-E', String(evalue), '--domE', String(domain_evalue)] : [`--cut_${chosen}`];
}

const optionsOf = ({ max_sensitivity, bias_filter, database_size }: Settings): string[] => [
  ...['--cpu', String(THREADS), '--seed', '42'],
  // `--max` turns off all filters, including the bias filter.
  ...(max_sensitivity ? ['--max'] : bias_filter ? [] : ['--nobias']),
  ...(database_size === 0 ? [] : ['-Z', String(database_size)]),
];
