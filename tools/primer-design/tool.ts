import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const sequences = {
  id: 'sequences',
  label: 'Templates',
  description: 'DNA to amplify, 5′ to 3′; primers avoid letters other than A, C, G and T',
  min: 1,
  max: 20,
  acceptedKinds: ['dna'],
  acceptedFormats: ['FASTA', 'TEXT'],
  defaultKind: 'dna',
  capabilities: plainCapabilities({ min: 1, max: 500 }, { maxResidues: 100_000, externalSources: [] }),
} satisfies ToolInputSlot;

const closed = { additionalProperties: false };

const primer = {
  start: Type.Integer({ description: 'Position of its 5′ end on the forward strand, from 1' }),
  length: Type.Integer(),
  sequence: Type.String({ description: '5′ to 3′' }),
  tm: Type.Number({ description: '°C, nearest neighbours (SantaLucia 1998) with its salt correction' }),
  gc: Type.Number({ description: 'G and C, in %' }),
  hairpin: Type.Number({ description: 'Melting temperature of its most stable hairpin, 0 for none, in °C' }),
  dimer: Type.Number({ description: 'Melting temperature of its most stable dimer with itself, in °C' }),
};

export const pairItem = Type.Object(
  {
    sequence: Type.String(),
    pair: Type.Integer({ description: 'Rank for this sequence, from 1' }),
    product: Type.Integer({ description: 'Length in bases, with the primers' }),
    penalty: Type.Number({ description: 'What the pair is away from the best values, by which pairs are ranked' }),
    forward: Type.Object(primer, closed),
    reverse: Type.Object(primer, closed),
    pair_dimer: Type.Number({ description: 'Melting temperature of the most stable dimer of both primers, in °C' }),
  },
  closed,
);

const celsius = (value: number, description: string) =>
  Type.Number({ minimum: 30, maximum: 90, default: value, description });

export const contract = {
  id: 'primer-design',
  name: 'Primer3',
  description: 'Designs pairs of PCR primers, with melting temperatures, dimers and product lengths',
  category: 'Sequence',
  tags: ['pcr', 'primers', 'primer3', 'dna', 'design primers', 'oligos'],
  version: '1.0.1',
  slots: [sequences],
  settings: settingsOf({
    pairs: Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'For each sequence, at most' }),
    target_start: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: 'First base of the region that the product must contain, between the primers; 0: anywhere',
    }),
    target_length: Type.Integer({ minimum: 1, maximum: 50_000, default: 1 }),
    product_min: Type.Integer({ minimum: 40, maximum: 50_000, default: 100 }),
    product_max: Type.Integer({ minimum: 40, maximum: 50_000, default: 1_000 }),
    length_min: Type.Integer({ minimum: 10, maximum: 35, default: 18 }),
    length_best: Type.Integer({ minimum: 10, maximum: 35, default: 20 }),
    length_max: Type.Integer({ minimum: 10, maximum: 35, default: 27 }),
    tm_min: celsius(57, 'Least melting temperature'),
    tm_best: celsius(60, 'Best melting temperature'),
    tm_max: celsius(63, 'Greatest melting temperature'),
    gc_min: Type.Number({ minimum: 0, maximum: 100, default: 20, description: '%' }),
    gc_max: Type.Number({ minimum: 0, maximum: 100, default: 80, description: '%' }),
    gc_clamp: Type.Integer({ minimum: 0, maximum: 5, default: 0, description: 'G or C at the 3′ end' }),
    sodium_mm: Type.Number({ minimum: 1, maximum: 1_000, default: 50, description: 'Monovalent cations, mM' }),
    magnesium_mm: Type.Number({ minimum: 0, maximum: 50, default: 1.5, description: 'Divalent cations, mM' }),
    dntp_mm: Type.Number({ minimum: 0, maximum: 20, default: 0.6, description: 'All four together, mM' }),
    primer_nm: Type.Number({ minimum: 1, maximum: 10_000, default: 50, description: 'Annealing primers, nM' }),
  }),
  ports: [
    itemsPort('pairs', 'Pairs of primers, the best of each sequence first', pairItem, false),
    filePort('primers', 'Primers', { kind: 'dna', format: 'FASTA', required: false }),
    filePort('products', 'Products', { kind: 'dna', format: 'FASTA', required: false }),
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 1024, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Untergasser A. et al., Primer3: new capabilities and interfaces, Nucleic Acids Res. 40 (2012) e115',
    doi: '10.1093/nar/gks596',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.python],
} satisfies ToolContract;
