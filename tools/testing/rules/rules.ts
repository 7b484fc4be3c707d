import { expect, it } from 'vitest';
import type { CatalogueEntry } from '../../catalogue.ts';
import type { ToolContract, ToolInputSlot } from '../../contract.ts';
import { loadTool } from '../../loadTool.ts';
import { exampleRequest } from '../../shared/example/exampleRequest.ts';
import { readTestData } from '../../testdata/read.ts';
import { quickSettings } from '../quickSettings.ts';
import { soundInputs, type TextInput } from '../soundInputs.ts';
import { runNative } from '../testNative.ts';
import type { TestRun } from '../testRun.ts';
import { type AwkwardKind, awkwardStructure, awkwardTexts } from './awkward.ts';

/** What a tool need not say of the awkward input, and why. */
const exempt: Record<string, { untold: string[]; why: string }> = {
  'structure-summary': { untold: ['water'], why: 'the row has the number of waters' },
  'binding-box': {
    untold: ['chain', 'metal', 'water', 'ligand'],
    why: 'the box is around residues that the settings name',
  },
  'ligand-convert': { untold: ['chain'], why: 'left_out counts the residues of proteins, and names the first' },
  'sequence-logo': { untold: ['first', 'second'], why: 'columns have the number of rows' },
  'hmm-build': {
    untold: ['first', 'second', 'odd', 'unknown'],
    why: 'the profile has the number of rows; HMMER has the codes',
  },
  'motif-scan': { untold: ['second'], why: 'it has no hit' },
  'cd-hit': { untold: ['unknown'], why: 'only sequences of which less than half is known are left out' },
  'blast-search': { untold: ['unknown'], why: 'matrices have scores for X, B and Z' },
  'diamond-search': { untold: ['unknown'], why: 'matrices have scores for X, B and Z' },
  'mmseqs-search': { untold: ['unknown'], why: 'matrices have scores for X, B and Z' },
  'nhmmer-search': { untold: ['unknown'], why: 'HMMER has the codes' },
  'prodigal-genes': { untold: ['unknown'], why: 'it has no gene, or its protein has X' },
  'substructure-search': { untold: ['open', 'salt', 'last'], why: 'they have no match' },
  'molecule-similarity': { untold: ['open', 'last'], why: 'they are not similar' },
};

/** Settings without which the awkward input is refused. */
const settingsFor: Record<string, object> = {
  'binding-box': { residues: ['A:GOL'] },
  'protein-properties': { treat_unknown: 'exclude' },
};

type Case = { slot: ToolInputSlot; inputs: TextInput[]; untold: (done: TestRun) => string[] };

/** Runs a tool with input in which much can get lost in silence, and expects that its results name it. */
export function itFollowsTheRules({ contract }: CatalogueEntry): void {
  for (const [kind, { inputs, untold }] of casesOf(contract))
    it(`says what became of an awkward ${kind}`, { timeout: 300_000 }, async () => {
      const settings = {
        ...exampleRequest(contract)?.settings,
        ...quickSettings[contract.id],
        ...settingsFor[contract.id],
      };
      const done = await runNative(await loadTool(contract.id), inputs, settings);
      const allowed = exempt[contract.id]?.untold ?? [];
      expect(untold(done).filter((one) => !allowed.includes(one))).toEqual([]);
    });
}

/** Returns a case for each kind of record that the tool takes several of. */
export function casesOf(contract: ToolContract): [string, Case][] {
  const cases: [string, Case][] = [];
  const ofStructure = contract.slots.find(
    ({ acceptedKinds, acceptedFormats }) => acceptedKinds.includes('structure') && acceptedFormats.includes('MMCIF'),
  );
  if (ofStructure) {
    const slot = contract.slots.find(({ id }) => id === 'structure') ?? ofStructure;
    cases.push([
      'structure',
      { slot, inputs: withOthers(contract, slot, 'structure', 'PDB', awkwardStructure()), untold: untoldOfStructure },
    ]);
  }
  for (const kind of Object.keys(awkwardTexts) as AwkwardKind[]) {
    const { format, text } = awkwardTexts[kind];
    const slot = contract.slots.find(
      ({ acceptedKinds, acceptedFormats }) => acceptedKinds.includes(kind) && acceptedFormats.includes(format),
    );
    const isOne = !slot || (kind !== 'msa' && slot.capabilities.records.max < 6);
    // Most tools of proteins take DNA too, by the same reader.
    if (isOne || kind !== slot.acceptedKinds[0]) continue;
    const untold = kind === 'smiles' ? untoldOfMolecules : untoldOfSequences;
    cases.push([kind, { slot, inputs: withOthers(contract, slot, kind, format, text), untold }]);
  }
  return cases;
}

function withOthers(
  contract: ToolContract,
  slot: ToolInputSlot,
  kind: string,
  format: string,
  text: string,
): TextInput[] {
  const own = Array.from({ length: Math.max(1, slot.min) }, (_, i) => ({
    ...{ id: `${slot.id}_${i}`, slotId: slot.id, kind: kind as TextInput['kind'], format, text },
  }));
  if (contract.id === 'ligand-convert' && kind === 'structure')
    return [...own, { id: 'template', slotId: 'template', kind: 'smiles', format: 'SMILES', text: 'OCC(O)CO' }];
  if (contract.id === 'binding-box') return own;
  const others = soundInputs(contract).filter(({ slotId }) => slotId !== slot.id);
  const plain = { kind: 'structure' as const, format: 'PDB', text: readTestData('structures/1ubq.pdb') };
  return [
    ...own,
    ...others.map((input) => (kind === 'structure' && input.kind === 'structure' ? { ...input, ...plain } : input)),
  ];
}

const linesOf = ({ items, files }: TestRun): string[] => [
  ...items.map(({ value }) => JSON.stringify(value)),
  ...files.flatMap(({ text }) => text.split('\n')),
];

const missing = (done: TestRun, wanted: Record<string, RegExp>): string[] => {
  const lines = linesOf(done);
  return Object.entries(wanted).flatMap(([what, pattern]) => (lines.some((line) => pattern.test(line)) ? [] : [what]));
};

const untoldOfStructure = (done: TestRun): string[] =>
  missing(done, {
    model: /"what":"model","name":"2"|^MODEL +2|^(ATOM|HETATM).* 2 *$|"(frame|model)":2|"models":2/,
    alternate: /"what":"alternate"|^ATOM.{10}BLYS|^ATOM.* B LYS /,
    ligand: /GOL/,
    metal: /\bZN/,
    water: /HOH/,
    chain: /\bB\b/,
  });

function untoldOfSequences(done: TestRun): string[] {
  const names = missing(done, { first: /dup one|\bdup\b(?!_)/, second: /dup two|dup_2/, odd: /\bodd\b/ });
  const isLeftOut = done.values('left_out').some((row) => /\bodd\b/.test(JSON.stringify(row)));
  const whole = done.files.map(({ text }) => text.replace(/[-\n]/g, '')).join('\n');
  const isTold =
    isLeftOut ||
    /XBZJXX|NRYNNN/i.test(whole) ||
    missing(done, { unknown: /"(unknown|excluded)":[1-9]|"of":"odd".*(ambiguity|codes|unknown|\bX\b)/ }).length === 0;
  return isTold ? names : [...names, 'unknown'];
}

const untoldOfMolecules = (done: TestRun): string[] =>
  missing(done, {
    first: /\bdup\b(?!_)/,
    second: /\bdup_2\b/,
    odd: /\bodd\b/,
    open: /\bopen\b/,
    salt: /\bsalt\b/,
    last: /\blast\b/,
  });
