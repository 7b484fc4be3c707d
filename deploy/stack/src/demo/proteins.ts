import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../folder/paths.ts';
import type { JobPlan } from './runJob.ts';

/** A protein with published mass and isoelectric point. */
export interface KnownProtein {
  title: string;
  folder: string;
  fasta: string;
  /**
   * Average mass in Da and isoelectric point of each chain, by the last word of its FASTA id, as computed by ExPASy ProtParam
   * (pK values of Bjellqvist et al., Electrophoresis 14, 1993).
   */
  chains: Record<string, { mass: number; pI: number }>;
}

export const proteins: KnownProtein[] = [
  {
    title: 'Lysozyme, hen egg white',
    folder: 'lysozyme',
    fasta: readFasta('lysozyme.fasta'),
    chains: { LYSC_CHICK: { mass: 14313.1396, pI: 9.3238 } },
  },
  {
    title: 'Ubiquitin, human',
    folder: 'ubiquitin',
    fasta: readFasta('ubiquitin.fasta'),
    chains: { UBC_HUMAN: { mass: 8564.845, pI: 6.5616 } },
  },
  {
    title: 'Hemoglobin, human, chains alpha and beta',
    folder: 'hemoglobin',
    fasta: readFasta('globins3.fasta', ['HBA_HUMAN', 'HBB_HUMAN']),
    chains: { HBA_HUMAN: { mass: 15257.5478, pI: 8.7169 }, HBB_HUMAN: { mass: 15998.4073, pI: 6.7445 } },
  },
];

/** The job that computes a protein's properties. */
export function propertiesOf({ fasta }: KnownProtein): JobPlan {
  const source = { type: 'text' };
  const input = { id: 'protein', slotId: 'sequences', kind: 'protein', format: 'FASTA', source, content: fasta };
  return { tool: 'protein-properties', input: { inputs: [input] } };
}

/** Reads a file of tools/testdata; with `names`, only the records with these names. */
export function readFasta(file: string, names?: string[]): string {
  const text = readFileSync(join(repository, 'tools', 'testdata', file), 'utf8');
  if (!names) return text;
  const records = text.split(/^(?=>)/m);
  return records.filter((record) => names.some((name) => record.split(/\s/, 1)[0]?.endsWith(name))).join('');
}
