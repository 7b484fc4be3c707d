import type { Check, Problem, Settings } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { isMostlyUnknown, residueKindOf } from '../shared/residueCodes.ts';
import { sequences } from './tool.ts';
import { wordLength } from './words.ts';

/** Below this identity CD-HIT has no word length that would find the members. */
const LEAST_OF_DNA = 0.75;

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readSequences(inputs, sequences);
  const kinds = new Set(inputs.map(({ kind }) => kind));
  const kind = inputs[0]?.kind ?? 'protein';
  if (kinds.size > 1) problems.push({ path: 'input.inputs', message: 'send proteins or DNA, not both' });
  problems.push(...settingProblems(settings, kind));
  const minLength = settings.min_length as number;
  if (problems.length === 0 && records.length > 0) {
    if (records.every(({ sequence }) => sequence.length <= minLength))
      problems.push({ path: 'settings.min_length', message: `no sequence is longer than ${minLength}` });
    else if (
      records.every(({ sequence }) => sequence.length <= minLength || isMostlyUnknown(sequence, residueKindOf(kind)))
    )
      problems.push({ path: 'input.inputs', message: 'every sequence has more unknown than known residues' });
  }
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(count / 50_000) };
};

function settingProblems({ identity, word_length }: Settings, kind: string): Problem[] {
  if (kind === 'dna' && (identity as number) < LEAST_OF_DNA)
    return [{ path: 'settings.identity', message: `must be at least ${LEAST_OF_DNA} for DNA` }];
  const length = word_length as number;
  const longest = wordLength(identity as number, kind);
  const shortest = kind === 'dna' ? 4 : 2;
  if (length === 0 || (length >= shortest && length <= longest)) return [];
  const message = `words of ${shortest} to ${longest} find what an identity of ${identity} asks for, not ${length}`;
  return [{ path: 'settings.word_length', message }];
}
