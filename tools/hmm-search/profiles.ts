import type { ToolInput, ToolInputSlot } from '../contract.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { readSlot } from '../shared/readInputs.ts';
import { linesOf } from '../shared/text.ts';

/** A profile of HMMER 3 as text. */
export interface Profile {
  name: string;
  /** Match states. */
  length: number;
  text: string;
}

const MAX_LINE = 10_000;
const MAX_LENGTH = 100_000;

/** The profiles of a slot: their shape, not their numbers, which hmmsearch reads. */
export function readProfiles(inputs: ToolInput[], slot: ToolInputSlot) {
  return readSlot(inputs, slot, MAX_LINE, (_input, text) => {
    const problems = new TextProblems();
    const profile = parseProfile(text, problems);
    return { records: profile ? [profile] : [], problems };
  });
}

function parseProfile(text: string, problems: TextProblems): Profile | undefined {
  const fields = new Map<string, string>();
  let [number, ended, inModel, states] = [0, false, false, 0];
  for (const line of linesOf(text)) {
    number++;
    if (line.trim() === '') continue;
    if (ended)
      return refuse(problems, `line ${number}: there is more after the '//' that ends the profile; send one in a file`);
    if (number === 1 && !line.startsWith('HMMER3/'))
      return refuse(problems, `line 1: a profile starts with 'HMMER3/', found ${quoted(line.slice(0, 20))}`);
    if (line.startsWith('//')) ended = true;
    else if (line.startsWith('HMM ')) inModel = true;
    else if (inModel) states += isState(line) ? 1 : 0;
    else fields.set(line.slice(0, 5).trim(), line.slice(5).trim());
  }
  if (number === 1 && text.trim() === '') return refuse(problems, 'the content is empty');
  if (!ended || !inModel) return refuse(problems, `line ${number}: the profile does not end with '//'`);
  const [name, alphabet, length] = [fields.get('NAME') ?? '', fields.get('ALPH'), Number(fields.get('LENG'))];
  if (!/^[!-~]{1,200}$/.test(name)) return refuse(problems, 'the profile has no NAME of one word');
  if (alphabet !== 'amino')
    return refuse(problems, `the profile is of ${quoted(alphabet ?? '')}, not of proteins (ALPH amino)`);
  if (!(length >= 1 && length <= MAX_LENGTH))
    return refuse(problems, `the profile's length (LENG) is not from 1 to ${MAX_LENGTH}`);
  if (states !== length)
    return refuse(
      problems,
      `the profile has ${states} states, but its length (LENG) is ${length}: the file is not whole`,
    );
  return { name, length, text };
}

/** The first of the three lines of a state begins with its number; those of the others are not whole. */
const isState = (line: string): boolean => /^\d+$/.test(line.trimStart().split(' ', 1)[0]!);

function refuse(problems: TextProblems, message: string): undefined {
  problems.add(message);
}
