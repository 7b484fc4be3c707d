import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { contentTypes } from '../shared/vocabulary.ts';

export const properties = Type.Object(
  {
    id: Type.String({ description: 'First word of the FASTA header' }),
    length: Type.Integer({ description: 'Number of counted residues' }),
    molecular_weight: Type.Number({ description: 'Average mass, Da' }),
    monoisotopic_mass: Type.Number({ description: 'Da' }),
    isoelectric_point: Type.Number({ description: 'pK values of Bjellqvist, as ExPASy ProtParam' }),
    charge: Type.Number({ description: 'Net charge at charge_ph' }),
    gravy: Type.Number({ description: 'Mean hydropathy (Kyte-Doolittle)' }),
    instability_index: Type.Number({ description: 'Guruprasad' }),
    stable: Type.Boolean({ description: 'Instability index below 40' }),
    aliphatic_index: Type.Number({ description: 'Ikai' }),
    aromaticity: Type.Number({ description: 'Fraction of F, W and Y' }),
    ext_reduced: Type.Integer({ description: 'Molar extinction at 280 nm, cysteines reduced, 1/(M cm)' }),
    ext_cystine: Type.Integer({ description: 'The same, with all cysteines in disulfide bridges' }),
    composition: Type.Record(Type.String(), Type.Integer(), { description: 'Residues by one-letter code' }),
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
  description: 'ProtParam-like: mass, pI, charge, GRAVY, instability, extinction, composition',
  category: 'Sequence',
  tags: ['protein', 'physchem', 'protparam'],
  version: '1.1.0',
  slots: [sequences],
  settings: settingsOf({
    charge_ph: Type.Number({
      minimum: 0,
      maximum: 14,
      default: 7,
      description: 'pH at which the charge is computed',
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
