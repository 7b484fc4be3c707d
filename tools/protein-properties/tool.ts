import { contentTypes } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { type PKName, pKSets } from './pKSets.ts';

const numberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const properties = Type.Object(
  {
    id: Type.String({ description: 'First word of the FASTA header, or more where records share it' }),
    description: Type.String({ description: 'The rest of the header' }),
    length: Type.Integer({ description: 'Number of counted residues' }),
    excluded: Type.Integer({ description: 'Residues without a mass (B, J, X, Z), which count nowhere' }),
    molecular_weight: Type.Number({ description: 'Average mass, Da' }),
    monoisotopic_mass: Type.Number({ description: 'Da' }),
    isoelectric_point: Type.Number({ description: 'With the pK values of pk_set' }),
    charge: Type.Number({ description: 'Net charge at charge_ph' }),
    negative: Type.Integer({ description: 'D and E' }),
    positive: Type.Integer({ description: 'R and K' }),
    gravy: numberOrNull('Mean hydropathy (Kyte-Doolittle) of the residues that have one: U and O do not'),
    instability_index: numberOrNull('Guruprasad; null without two neighbours of the 20 standard residues'),
    stable: Type.Union([Type.Boolean(), Type.Null()], { description: 'Instability index below 40' }),
    aliphatic_index: Type.Number({ description: 'Ikai' }),
    aromaticity: Type.Number({ description: 'Fraction of F, W and Y' }),
    ext_reduced: Type.Integer({ description: 'Molar extinction at 280 nm, cysteines reduced, 1/(M cm)' }),
    ext_cystine: Type.Integer({ description: 'The same, with all cysteines in disulfide bridges' }),
    abs_01_reduced: Type.Number({ description: 'Absorbance at 280 nm of 1 g/l, 1 cm, cysteines reduced' }),
    abs_01_cystine: Type.Number({ description: 'The same, with all cysteines in disulfide bridges' }),
    disulfides: Type.Integer({ description: 'Bonds that masses, formula, pI and charge are computed with' }),
    formula: Type.String(),
    atoms: Type.Integer(),
    half_life_mammalian: textOrNull('N-end rule, in reticulocytes; null where the rule says nothing'),
    half_life_yeast: textOrNull('N-end rule, in vivo'),
    half_life_ecoli: textOrNull('N-end rule, in vivo'),
    composition: Type.Record(Type.String(), Type.Integer(), { description: 'Residues by one-letter code' }),
    composition_pct: Type.Record(Type.String(), Type.Number(), { description: 'The same in percent of the length' }),
  },
  { additionalProperties: false },
);

export const sequences = {
  id: 'sequences',
  label: 'Protein sequences',
  min: 1,
  max: 100,
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA', 'TEXT'],
  defaultKind: 'protein',
  capabilities: plainCapabilities({ min: 1, max: 5000 }, { maxResidues: 35_000, externalSources: ['uniprot'] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'protein-properties',
  name: 'Protein properties',
  description: 'As ExPASy ProtParam: mass, pI, charge, GRAVY, instability, extinction, formula, half-life',
  category: 'Sequence',
  tags: [
    'protein',
    'physchem',
    'protparam',
    'isoelectric point',
    'molecular weight',
    'hydrophobicity',
    'gravy',
    'extinction coefficient',
    'instability index',
    'amino acid composition',
  ],
  version: '2.1.0',
  slots: [sequences],
  settings: settingsOf({
    charge_ph: Type.Number({
      minimum: 0,
      maximum: 14,
      default: 7,
      description: 'pH at which the charge is computed',
    }),
    pk_set: Type.Enum(Object.keys(pKSets) as PKName[], {
      default: 'protparam',
      description:
        'pK values of pI and charge. protparam is that of ExPASy; bjellqvist has other values for D and E at the C terminus, as ' +
        'Biopython; emboss is that of EMBOSS iep',
    }),
    masses: Type.Enum(['protparam', 'iupac'], {
      default: 'protparam',
      description:
        'Atomic weights of the average mass: those of ExPASy ProtParam, to the printed digit, or the newer ones of IUPAC that Biopython ' +
        'has, which are 10 ppm lower',
    }),
    initiator_met: Type.Enum(['keep', 'remove'], {
      default: 'keep',
      description: 'Whether a methionine at the start counts; many proteins lose it',
    }),
    first_residue: Type.Integer({
      minimum: 1,
      maximum: 35_000,
      default: 1,
      description: 'Where the mature protein begins, after a signal or propeptide: residues before it do not count',
    }),
    disulfides: Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description:
        'Disulfide bonds of each protein: masses, formula, pI and charge are of the oxidised protein. A protein has half as many as cysteines, at most',
    }),
    treat_unknown: Type.Enum(['reject', 'exclude'], {
      default: 'reject',
      description: 'B, J, X and Z have no mass: reject the request, or compute without these residues',
    }),
  }),
  ports: [
    {
      id: 'properties',
      label: 'Properties',
      type: 'items',
      kind: 'table',
      format: 'JSON',
      contentType: contentTypes.JSON,
      required: true,
      schema: properties,
      headings: { charge: { unit: 'e', digits: 2 } },
    },
    {
      id: 'properties_table',
      label: 'Properties as a table',
      type: 'file',
      kind: 'table',
      format: 'TSV',
      contentType: contentTypes.TSV,
      required: true,
    },
    picturePort('Hydropathy profile'),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Gasteiger E. et al., Protein Identification and Analysis Tools on the ExPASy Server, The Proteomics Protocols Handbook (2005) 571-607',
    doi: '10.1385/1-59259-890-0:571',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
