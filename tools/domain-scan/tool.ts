import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities, proteinSlot } from '../shared/slots.ts';
import { domainItem } from './domains.ts';

export const sequences = proteinSlot({ maxRecords: 1000 });

export const profiles = {
  id: 'profiles',
  label: 'Profile HMMs',
  description: 'Of HMMER 3, as Pfam and hmm-build write them; a file may hold many',
  min: 0,
  max: 20,
  acceptedKinds: ['hmm'],
  acceptedFormats: ['HMM'],
  defaultKind: 'hmm',
  capabilities: plainCapabilities({ min: 1, max: 30_000 }, { externalSources: [] }),
} satisfies ToolInputSlot;

export const clans = {
  id: 'clans',
  label: 'Clans of the profiles',
  description:
    "Pfam-A.clans.tsv, or lines of accession, clan, clan's name and family, separated by tabs; a dataset may have its own",
  min: 0,
  max: 1,
  acceptedKinds: ['table'],
  acceptedFormats: ['TSV'],
  defaultKind: 'table',
  capabilities: plainCapabilities({ min: 1, max: 100_000 }, { externalSources: [] }),
} satisfies ToolInputSlot;

const evalue = (description: string, usual: number) =>
  Type.Number({ minimum: 1e-300, maximum: 1000, default: usual, description });

const summaryItem = Type.Object(
  {
    query: Type.String(),
    length: Type.Integer({ description: 'Residues of the query' }),
    domains: Type.Integer({ description: 'Domains that were kept' }),
    overlapped: Type.Integer({ description: 'Domains that a better one of the same clan overlaps' }),
    architecture: Type.Array(Type.String(), {
      description: 'Profiles of the kept domains along the query, at most 200',
    }),
    searched: Type.Integer({ description: 'Profiles' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'domain-scan',
  name: 'Domain scan',
  description: 'Finds the domains of proteins with a library of profile HMMs, such as Pfam',
  category: 'Search',
  tags: ['domain', 'hmm', 'pfam', 'hmmscan', 'protein domains', 'protein families', 'domain annotation', 'interpro'],
  version: '1.1.0',
  slots: [sequences, profiles, clans],
  dataset: { setting: 'database', slot: profiles.id, kinds: ['hmm-profiles'] },
  settings: settingsOf({
    database: datasetSetting('Profiles'),
    cutoffs: Type.Enum(['auto', 'none', 'ga', 'tc', 'nc'], {
      default: 'auto',
      description:
        "The profiles' own bit scores instead of E-values: ga (gathering, as Pfam uses it), tc (trusted) or nc (noise); auto is ga where every profile has it",
    }),
    evalue: evalue('Largest E-value of a profile in a whole sequence', 1e-3),
    domain_evalue: evalue('Largest conditional E-value of a domain (--domE)', 0.01),
    resolve_overlaps: Type.Boolean({
      default: true,
      description: 'Of overlapping domains of one clan, keep the one with the smallest E-value',
    }),
    max_sensitivity: Type.Boolean({
      default: false,
      description: 'Without the filters that make scans fast (--max): ten times slower',
    }),
    bias_filter: Type.Boolean({
      default: true,
      description: 'Leave out profiles that match by composition alone; without it (--nobias) slower',
    }),
    database_size: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'Number of profiles that E-values are for (-Z); 0 is the number that is searched',
    }),
  }),
  ports: [
    itemsPort('summary', 'Domains of each sequence', summaryItem),
    itemsPort('domains', 'Domains along each sequence', domainItem, false),
    itemsPort('overlapped', 'Domains that a better one of the same clan overlaps', domainItem, false),
    filePort('domains_table', 'Domains as a table', { kind: 'table', format: 'TSV' }),
    filePort('domtblout', "All domains in HMMER's own table (--domtblout)", { format: 'TEXT' }),
    picturePort('Domains along a sequence', false),
    ...notePorts,
  ],
  limits: { wallSeconds: 3600, memoryMiB: 2048, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 100,000 pairs of sequence and profile' },
  citation: {
    text: 'Eddy S. R., Accelerated profile HMM searches, PLoS Comput. Biol. 7 (2011) e1002195',
    doi: '10.1371/journal.pcbi.1002195',
    also: [
      {
        text: 'Mistry J. et al., Pfam: The protein families database in 2021, Nucleic Acids Res. 49 (2021) D412-D419',
        doi: '10.1093/nar/gkaa913',
        when: "with Pfam's profiles",
      },
    ],
  },
  license: 'BSD-3-Clause',
  requires: [programs.hmmscan, programs.hmmpress],
  log: ['stderr'],
} satisfies ToolContract;
