// @module-tag attacks

import { formatsOf } from '@rotamer/formats/formats.ts';
import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, tools } from './catalogue.ts';
import type { ToolInput, ToolInputSlot } from './contract.ts';
import { checkRequest } from './shared/checkRequest.ts';
import { neededSlots } from './shared/example/exampleRequest.ts';

/** Shorter than every limit on lines, so that the text reaches the parsers. */
const LONG = 24 * 1024;
const SHORT = LONG / 4;

/** Number of random runs of each slot, whose parser most slots share. */
const RANDOM_RUNS = long ? 8 : 2;

/** CPU time in milliseconds that cannot be distinguished from noise on a busy machine. */
const NOISE_MS = 30;

const atomLine = 'ATOM      1  N   MET A   1      27.340  24.430   2.614  1.00  9.67           N  ';
const atomLoop = 'data_x\nloop_\n_atom_site.group_PDB\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n';

/** Valid beginnings of texts in each format, so that the filling reaches every part of the parser. */
const beginnings: Record<string, string[]> = {
  FASTA: ['', '>', '>a', '>a\nMK'],
  TEXT: ['', 'MK'],
  AFA: ['', '>', '>a', '>a\nMK'],
  STOCKHOLM: ['', '# STOCKHOLM 1.0\n', '# STOCKHOLM 1.0\na M'],
  CLUSTAL: ['', 'CLUSTAL\n', 'CLUSTAL\na M'],
  PROSITE: ['', 'A-', 'ID   A;\nPA   '],
  SMARTS: ['', 'C', '[C'],
  SMILES: ['', 'C ', 'C[', '[13C'],
  HMM: ['', 'HMMER3/f\n', 'HMMER3/f\nNAME  '],
  PDB: ['', 'HEADER\n', `${atomLine}\n`, atomLine.slice(0, 30)],
  PDBQT: ['', 'ROOT\n', `${atomLine}\n`, atomLine.slice(0, 30)],
  PQR: ['', 'ATOM 1 X MOL 1 0.0 0.0 0.0 1.0 3.0\n', 'ATOM 1 X MOL 1 0.0 '],
  MMCIF: ['', 'data_x\n', "data_x\n_a '", 'data_x\n_a\n;', atomLoop, `${atomLoop}ATOM 1.0 1.0 `],
  MOL2: ['', '@<TRIPOS>ATOM\n', '@<TRIPOS>ATOM\n1 C1 '],
  SDF: ['', 'x\n\n\n', molfile(''), molfile('    1.'), v3000(''), v3000('M  V30 1 C'), `${molfile('')}$$$$\n`],
};
beginnings.MOL = beginnings.SDF!;

function molfile(atom: string): string {
  return `x\n\n\n999999  0  0  0  0            999 V2000\n${atom}`;
}

function v3000(atom: string): string {
  return `x\n\n\n  0  0  0     0  0            999 V3000\nM  V30 COUNTS 9 9\nM  V30 BEGIN ATOM\n${atom}`;
}

/** Texts that are repeated to fill an input. */
const fillings = [
  ...[
    '\u2028',
    ' ',
    ' \u2028',
    '\t\u00A0',
    '\uFEFF',
    '\0',
    '\n',
    '\r',
    ' \n',
    'a\r',
    '>\n',
    '>a\nM\n',
    'C\n',
    '1\n',
    '*',
  ],
  ...[
    'M',
    'MK-',
    'ß',
    '\u{1F600}',
    '[',
    ']',
    '[]',
    '[[]',
    '[H',
    '(',
    '()',
    '[1',
    '1',
    '1.',
    '1.1',
    '-',
    'V2000',
    'V2000 ',
  ],
  ...[
    '$$$$\n',
    'M  END',
    'M  END \n',
    'M  V30 ',
    'M  V30 1 C\n',
    'M  V30 COUNTS 1 ',
    'x-\n',
    '    0.0000',
    'ATOM  \n',
    'MODEL \n',
    `${atomLine}\n`,
    "'",
    '"',
    "' ",
    ';',
    '\n;',
    'loop_ ',
    '_a ',
    'HETATM 1 1 1\n',
    '@<TRIPOS>ATOM\n',
    'Br',
    '\u0007',
  ],
];

/** Texts after the filling. The end of a molecule is only added to molecules. */
const endings = ['', '!', '!\u2028!'];
const endingsOf: Record<string, string[]> = { SDF: [...endings, '\nM  END\n'], MOL: [...endings, '\nM  END\n'] };

/**
 * Each further slot of a parser is tested with one text in this many. The number is not divisible by the number of
 * endings, so that each slot meets all endings.
 */
const SHARES = 25;

/** The first slot of a parser is tested with one text in this many. The number is not divisible by that of the endings either. */
const FIRST_SHARES = long ? 1 : 4;

const met = new Map<string, number>();

/**
 * Returns the texts for the next slot of a kind and format: in the long form all texts for the first one. Other slots share its parser,
 * so each of them gets a different part of the texts.
 */
function textsFor(kind: string, format: string): Text[] {
  const key = `${kind} ${format}`;
  const before = met.get(key) ?? 0;
  met.set(key, before + 1);
  const ends = endingsOf[format] ?? endings;
  const all = (beginnings[format] ?? ['']).flatMap((beginning, b) =>
    fillings.flatMap((filling, f) =>
      // Each beginning with each filling. Endings come in turn, and in the long form all of them.
      (long ? ends : [ends[(b + f) % ends.length]!]).map((ending): Text => [beginning, filling, ending]),
    ),
  );
  const shares = before === 0 ? FIRST_SHARES : SHARES;
  return all.filter((_, i) => i % shares === before % shares);
}

type Text = [beginning: string, filling: string, ending: string];

/** Every slot of every tool, with the kinds and formats that it accepts. */
const slots = tools.flatMap((tool) =>
  tool.contract.slots.map((slot) => {
    const kinds = slot.acceptedKinds.flatMap((kind) =>
      slot.acceptedFormats.filter((format) => formatsOf[kind].includes(format)).map((format) => ({ kind, format })),
    );
    return { tool, slot, name: slot.id, kinds };
  }),
);

describe.each(slots)('$tool.contract.id checks its slot $name in linear time', ({ tool, slot, kinds }) => {
  it.each(kinds)('of kind $kind, $format', ({ kind, format }) => {
    const timed = (text: string) => checkTime(tool, inputsWith(tool, slot, { kind, format, text }));
    for (const text of textsFor(kind, format)) expectLinear(timed, ...text);
  });

  it('for any repeated text', () => {
    const piece = fc.constantFrom(...fillings, ...'>*.[]()0123456789CHBr#@-+= \t\r\n\u2028\u2029\u00A0');
    const anything = fc.record({
      kind: fc.constantFrom(...kinds),
      filling: fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
      ending: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(anything, ({ kind, filling, ending, which }) => {
        const starts = beginnings[kind.format] ?? [''];
        const timed = (text: string) => checkTime(tool, inputsWith(tool, slot, { ...kind, text }));
        expectLinear(timed, starts[which % starts.length]!, filling, ending);
      }),
      { numRuns: RANDOM_RUNS },
    );
  });
});

/** A pattern that takes more characters than this fails, because V8 keeps the place of each of them. */
const UNBROKEN = 17_000_000;

/** The first slot of each kind and format, whose parser other slots share. */
const firstSlots = [
  ...new Map(
    slots
      .flatMap(({ tool, slot, kinds }) =>
        kinds.map((one) => [`${one.kind}, ${one.format}`, { tool, slot, ...one }] as const),
      )
      .reverse(),
  ),
];

describe('a text without an end of line', () => {
  it.each(firstSlots)('is answered: %s', (_, { tool, slot, kind, format }) => {
    for (const beginning of beginnings[format] ?? [''])
      for (const filling of long ? ['A', '1', "'", ' '] : ['A']) {
        const inputs = inputsWith(tool, slot, { kind, format, text: beginning + filling.repeat(UNBROKEN) });
        expect(checkRequest(tool.contract, tool.check, inputs, {}).verdict).toBeDefined();
      }
  });
});

describe.each(tools)('$contract.id checks its settings in linear time', (tool) => {
  const names = [...Object.keys(tool.contract.settings.properties), 'unknown'];
  const values: [string, (size: number) => unknown][] = [
    ['different numbers', (size) => Array.from({ length: size }, (_, i) => i)],
    ['different texts', (size) => Array.from({ length: size }, (_, i) => `text ${i}`)],
    ['different objects', (size) => Array.from({ length: size }, (_, i) => ({ i }))],
    ['a long text', (size) => 'x'.repeat(size * 8)],
    ['many fields', (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`field ${i}`, i]))],
  ];

  it.each(values)('%s', (_, value) => {
    for (const name of names) {
      const timed = (size: number) => checkTime(tool, [], { [name]: value(size) });
      const long = timed(12_000);
      if (long > NOISE_MS) expect(long, name).toBeLessThan(8 * timed(3_000) + NOISE_MS);
    }
  });
});

/** Returns one item with the text in the slot, and all other inputs that the tool needs. */
function inputsWith(tool: CatalogueEntry, slot: ToolInputSlot, item: Pick<ToolInput, 'kind' | 'format' | 'text'>) {
  const others = neededSlots(tool.contract).filter((other) => other !== slot);
  return [
    { id: 'hostile', slotId: slot.id, ...item },
    ...others.map(({ id, acceptedFormats, acceptedKinds, defaultKind }) => ({
      id,
      slotId: id,
      kind: acceptedKinds.find((kind) => kind === item.kind) ?? defaultKind,
      format: acceptedFormats[0]!,
    })),
  ];
}

function checkTime({ contract, check }: CatalogueEntry, inputs: ToolInput[], settings: unknown = {}): number {
  const before = cpuMs();
  checkRequest(contract, check, inputs, settings);
  return cpuMs() - before;
}

/**
 * Expects that a text of four times the length takes at most eight times the time. Unless it is fast at once, the best
 * of three measurements counts.
 */
function expectLinear(timed: (text: string) => number, beginning: string, filling: string, ending: string): void {
  const text = (length: number) => beginning + filling.repeat(Math.ceil(length / filling.length)) + ending;
  if (timed(text(LONG)) < NOISE_MS) return;
  const best = (length: number) => Math.min(...Array.from({ length: 3 }, () => timed(text(length))));
  const [short, long] = [best(SHORT), best(LONG)];
  const what = `${short} ms and, for four times the text, ${long} ms of ${JSON.stringify([beginning, filling, ending])}`;
  expect(long < 8 * short + NOISE_MS, what).toBe(true);
}
