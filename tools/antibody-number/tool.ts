import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

/** immunum takes no longer sequences. */
export const sequences = proteinSlot({ maxResidues: 10_000 });

/** Heavy, kappa and lambda chains of antibodies; alpha, beta, gamma and delta chains of T cell receptors. */
export const chainTypes = ['H', 'K', 'L', 'A', 'B', 'G', 'D'] as const;
export type ChainType = (typeof chainTypes)[number];

export const schemes = ['imgt', 'kabat', 'chothia', 'martin', 'aho'] as const;
export type Scheme = (typeof schemes)[number];

export const regions = ['fr1', 'cdr1', 'fr2', 'cdr2', 'fr3', 'cdr3', 'fr4'] as const;
export type Region = (typeof regions)[number];

const closed = { additionalProperties: false };

const chain = Type.Enum([...chainTypes], {
  description: 'Antibody: H heavy, K kappa, L lambda. T cell receptor: A alpha, B beta, G gamma, D delta',
});
const sequence = Type.String({ description: 'Name of the sequence' });
const domain = Type.Integer({ description: 'Which variable domain of the sequence, from 1' });

export const domainItem = Type.Object(
  {
    sequence,
    domain,
    chain,
    confidence: Type.Number({ description: 'Of the alignment with the consensus of the chain type, from 0 to 1' }),
    start: Type.Integer({ description: 'First residue of the domain in the sequence, from 1' }),
    end: Type.Integer({ description: 'Last residue of the domain' }),
    ...Object.fromEntries(regions.map((region) => [region, Type.String({ description: 'Residues of the region' })])),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    sequence,
    domain,
    chain,
    index: Type.Integer({ description: 'Residue of the sequence, from 1' }),
    residue: Type.String({ description: 'One-letter code' }),
    position: Type.Integer({ description: 'Its number in the scheme' }),
    insertion: Type.String({ description: 'Insertion code, A to Z and then AA, BB, …; empty without one' }),
    region: Type.Enum([...regions]),
  },
  closed,
);

export const contract = {
  id: 'antibody-number',
  name: 'Antibody numbering',
  description: 'Numbers the variable domains of antibodies, nanobodies and T cell receptors, and gives their CDRs',
  category: 'Sequence',
  tags: ['antibody', 'tcr', 'nanobody', 'cdr', 'imgt', 'kabat', 'immunum'],
  version: '1.0.0',
  slots: [sequences],
  settings: settingsOf({
    scheme: Type.Enum([...schemes], {
      default: 'imgt',
      description:
        'Numbers and CDRs. Chains of T cell receptors have numbers only in imgt. CDRs of chothia are the loops of Al-Lazikani (1997), ' +
        'those of martin the ones of AbM',
    }),
    chains: Type.Array(Type.Enum([...chainTypes]), {
      uniqueItems: true,
      minItems: 1,
      maxItems: chainTypes.length,
      default: [...chainTypes],
      description: 'Chain types to number; domains of other types are left out',
    }),
    min_confidence: Type.Number({
      minimum: 0.3,
      maximum: 1,
      default: 0.5,
      description: 'Least confidence of a domain; domains that are far from human and mouse ones need less',
    }),
  }),
  ports: [
    itemsPort('domains', 'Variable domains with their regions', domainItem, false),
    itemsPort('residues', 'Number of each residue', residueItem, false, {
      position: { title: 'Position in the scheme' },
    }),
    filePort('numbering', 'Domains as rows, positions as columns, a file for each class of chains', {
      kind: 'table',
      format: 'TSV',
      required: false,
    }),
    filePort('alignment', 'Domains aligned by their numbers, a file for each class of chains', {
      kind: 'msa',
      format: 'AFA',
      required: false,
    }),
    filePort('domain_sequences', 'Domains without what is around them', {
      kind: 'protein',
      format: 'FASTA',
      required: false,
    }),
    picturePort('Domains and their CDRs along the sequences', false),
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 2048, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text:
      'Lefranc M.-P. et al., IMGT unique numbering for immunoglobulin and T cell receptor variable domains, ' +
      'Dev. Comp. Immunol. 27 (2003) 55-77',
    doi: '10.1016/S0145-305X(02)00039-3',
  },
  license: 'MIT',
  requires: [programs.python],
} satisfies ToolContract;
