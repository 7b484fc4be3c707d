import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { quoted, TextProblems } from '../problems.ts';
import { readSlot, withNumbers } from '../readInputs.ts';
import { linesOf } from '../text.ts';

/** A profile of HMMER 3 as text. */
export interface Profile {
  name: string;
  /** Empty if the profile has none. With its version, e.g. `PF00041.13`. */
  accession: string;
  description: string;
  /** Line of its first line in the file. */
  line: number;
  /** Number of match states. */
  length: number;
  /** `amino`, `DNA` or `RNA`. */
  alphabet: string;
  /** The cutoffs of the profile: `ga`, `tc`, `nc`. */
  cutoffs: string[];
  text: string;
}

const MAX_LINE = 10_000;
const MAX_LENGTH = 100_000;

/** What profiles may be of, with the alphabets (ALPH) that they then have. */
const alphabets = { proteins: ['amino'], nucleotides: ['DNA', 'RNA'] };

export type ProfilesOf = keyof typeof alphabets;

/**
 * Reads the profiles of a slot. Checks their form only; the programs of HMMER read the numbers. Names become unique: others of
 * the same name get `_2`, `_3`, … and a warning, because hmm-build gives the profiles of several jobs one name.
 */
export function readProfiles(inputs: ToolInput[], slot: ToolInputSlot, wanted: ProfilesOf = 'proteins') {
  const read = readSlot(inputs, slot, MAX_LINE, (_input, text, maxRecords) => {
    const problems = new TextProblems();
    const profiles: Profile[] = [];
    let first = 1;
    for (const lines of partsOf(text)) {
      if (profiles.length >= maxRecords) {
        problems.add(`line ${first}: more than ${maxRecords} profiles`);
        break;
      }
      const profile = parseProfile(lines, first, wanted, problems);
      if (!profile) break;
      profiles.push(profile);
      first += lines.length;
    }
    return { records: profiles, problems };
  });
  return withNumbers(read, 'profile');
}

/** Returns the lines of each profile. A profile ends with a line `//`. */
function partsOf(text: string): string[][] {
  const parts: string[][] = [[]];
  for (const line of linesOf(text)) {
    parts.at(-1)!.push(line);
    if (line.startsWith('//')) parts.push([]);
  }
  const rest = parts.at(-1)!;
  if (parts.length > 1 && rest.every((line) => line.trim() === '')) parts.pop();
  return parts;
}

function parseProfile(lines: string[], first: number, wanted: ProfilesOf, problems: TextProblems): Profile | undefined {
  const fields = new Map<string, string>();
  let [number, ended, inModel, states, begun] = [first - 1, false, false, 0, false];
  for (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    if (!begun && !line.startsWith('HMMER3/'))
      return refuse(problems, `line ${number}: a profile starts with 'HMMER3/', found ${quoted(line.slice(0, 20))}`);
    begun = true;
    if (line.startsWith('//')) ended = true;
    else if (line.startsWith('HMM ')) inModel = true;
    else if (inModel) states += isState(line) ? 1 : 0;
    else fields.set(line.slice(0, 5).trim(), line.slice(5).trim());
  }
  if (!begun) return refuse(problems, 'the content is empty');
  if (!ended || !inModel) return refuse(problems, `line ${number}: the profile does not end with '//'`);
  const [name, alphabet, length] = [fields.get('NAME') ?? '', fields.get('ALPH') ?? '', Number(fields.get('LENG'))];
  if (!/^[!-~]{1,200}$/.test(name)) return refuse(problems, 'the profile has no NAME of one word');
  if (!alphabets[wanted].includes(alphabet))
    return refuse(
      problems,
      `the profile is of ${quoted(alphabet)}, not of ${wanted} (ALPH ${alphabets[wanted].join(' or ')})${otherTool(alphabet)}`,
    );
  if (!(length >= 1 && length <= MAX_LENGTH))
    return refuse(problems, `the profile's length (LENG) is not from 1 to ${MAX_LENGTH}`);
  if (states !== length)
    return refuse(
      problems,
      `the profile has ${states} states, but its length (LENG) is ${length}: the file is not whole`,
    );
  const cutoffs = ['ga', 'tc', 'nc'].filter((one) => fields.has(one.toUpperCase()));
  const [accession, description] = [fields.get('ACC') ?? '', fields.get('DESC') ?? ''];
  return { name, accession, description, line: first, length, alphabet, cutoffs, text: `${lines.join('\n')}\n` };
}

/** Returns the tool that takes profiles of an alphabet. */
const otherTool = (alphabet: string): string =>
  alphabet === 'amino'
    ? '; hmm-search takes it'
    : alphabets.nucleotides.includes(alphabet)
      ? '; nhmmer-search takes it'
      : '';

/**
 * Whether a line is the first of the three lines of a state: it begins with the number of the state, a whole number.
 * The other lines do not.
 */
const isState = (line: string): boolean => /^\d+$/.test(line.trimStart().split(' ', 1)[0]!);

function refuse(problems: TextProblems, message: string): undefined {
  problems.add(message);
}
