import { quoted } from '../shared/problems.ts';

/**
 * Models of IQ-TREE 2.0.7 by the kind of residues; each was tried with the program. IQ-TREE would read any other name
 * as a file name.
 */
const names = {
  dna: 'JC JC69 F81 K2P K80 HKY HKY85 TN TN93 TNe TNef TrN TrNef K3P K81 K3Pu K81u K81uf TPM2 TPM2u TPM3 TPM3u TIM TIMe TIMef TIM2 TIM2e TIM3 TIM3e TVM TVMe TVMef SYM GTR',
  protein:
    'LG Poisson cpREV mtREV Dayhoff mtMAM JTT WAG mtART mtZOA VT rtREV DCMut PMB HIVb HIVw JTTDCMut FLU Blosum62 mtMet mtVer mtInv FLAVI GTR20 Q.LG Q.pfam Q.bird Q.mammal Q.insect Q.plant Q.yeast LG4M LG4X EX2 EX3 EHO UL2 UL3 EX_EHO C10 C20 C30 C40 C50 C60',
};

/** State frequencies; those for both kinds come first. */
const frequencies = { both: ['F', 'FO', 'FQ'], dna: ['FRY', 'FWS', 'FMK'], protein: ['FU'] };

/** Names that let IQ-TREE choose the model; nothing can be added to them. */
export const CHOOSING = ['TEST', 'MFP'];

/** Run time grows in proportion to the number of rate categories. */
const MAX_CATEGORIES = 20;

export interface Model {
  /** The model as IQ-TREE spells it. */
  text: string;
  isFor: 'dna' | 'protein' | 'both';
  /** Whether the model assumes that constant columns were not observed (+ASC). */
  ascertained: boolean;
}

/** Whether a part is a mixture of profiles, which follows a matrix: `LG+C20`. */
const isProfile = (part: string) => /^C[1-6]0$/.test(part);

/** Parses a model such as `LG+F+I+G4`. Returns a string about the fault, naming the part, when it is not valid. */
export function parseModel(given: string): Model | string {
  const [name = '', ...parts] = given.trim().split('+');
  const choosing = CHOOSING.find((one) => one === name.toUpperCase());
  if (choosing && parts.length === 0) return { text: choosing, isFor: 'both', ascertained: false };
  if (choosing) return `${choosing} chooses the model by itself and takes no ${quoted(`+${parts[0]}`)}`;
  const base = baseOf(name);
  if (!base)
    return `${quoted(name)} is no model: ${names.dna.split(' ').join(', ')} for DNA, ${names.protein.split(' ').join(', ')} for proteins`;
  const seen: Partial<Record<Part['sort'], string>> = {};
  const written: string[] = [];
  for (const given of parts) {
    const part = partOf(given.toUpperCase(), base.isFor);
    if (!part)
      return `${quoted(`+${given}`)} is no part of a model for ${base.isFor}; parts are ${partsFor(base.isFor)}`;
    const before = seen[part.sort];
    if (before) return `'+${part.text}' does not go with '+${before}'`;
    seen[part.sort] = part.text;
    written.push(part.text);
  }
  if (seen.ascertainment && seen.invariable) return "'+ASC' does not go with '+I': it takes constant columns as unseen";
  return { text: [base.text, ...written].join('+'), isFor: base.isFor, ascertained: seen.ascertainment !== undefined };
}

function baseOf(name: string): { text: string; isFor: 'dna' | 'protein' } | undefined {
  // Six digits say which of the six rates are equal: 010010 is HKY.
  if (/^[0-5]{6}$/.test(name)) return { text: name, isFor: 'dna' };
  for (const isFor of ['dna', 'protein'] as const) {
    const text = names[isFor].split(' ').find((one) => one.toUpperCase() === name.toUpperCase());
    if (text) return { text, isFor };
  }
  return undefined;
}

interface Part {
  text: string;
  sort: 'frequencies' | 'invariable' | 'rates' | 'ascertainment' | 'profile';
}

function partOf(part: string, isFor: 'dna' | 'protein'): Part | undefined {
  if (part === 'I') return { text: part, sort: 'invariable' };
  if (part === 'ASC') return { text: part, sort: 'ascertainment' };
  if (isProfile(part) && isFor === 'protein') return { text: part, sort: 'profile' };
  if ([...frequencies.both, ...frequencies[isFor]].includes(part) || (isFor === 'dna' && /^F[1-4]{4}$/.test(part)))
    return { text: part, sort: 'frequencies' };
  const [, letter, count] = /^([GR])(\d{0,2})$/.exec(part) ?? [];
  if (letter === undefined) return undefined;
  const categories = Number(count || 4);
  return categories >= 2 && categories <= MAX_CATEGORIES
    ? { text: `${letter}${categories}`, sort: 'rates' }
    : undefined;
}

const partsFor = (isFor: 'dna' | 'protein') =>
  [
    ...[...frequencies.both, ...frequencies[isFor]].map((one) => `+${one}`),
    ...[
      '+I',
      `+G2 to +G${MAX_CATEGORIES}`,
      `+R2 to +R${MAX_CATEGORIES}`,
      '+ASC',
      ...(isFor === 'protein' ? ['+C10 to +C60'] : []),
    ],
  ].join(', ');

/** Returns the number of columns in which all known residues are equal; +ASC does not allow them. */
export function constantColumns(rows: string[], unknown: RegExp): number {
  let constant = 0;
  for (let i = 0; i < (rows[0]?.length ?? 0); i++) {
    const known = new Set(rows.map((row) => row[i]!).filter((letter) => !unknown.test(letter)));
    if (known.size <= 1) constant++;
  }
  return constant;
}
