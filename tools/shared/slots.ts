import { formatsOf } from '@rotamer/formats/formats.ts';
import type { SlotCapabilities, ToolInputSlot } from '../contract.ts';
import { MAX_HEAVY_ATOMS } from './molecules.ts';

/** Capabilities of the built-in tools. None of them models complexes, or takes an alignment with a sequence. */
export function plainCapabilities(
  records: SlotCapabilities['records'],
  more: {
    maxResidues?: number;
    maxColumns?: number;
    maxHeavyAtoms?: number;
    externalSources: SlotCapabilities['externalSources'];
  },
): SlotCapabilities {
  return { records, copies: false, cyclic: false, modifications: false, msa: false, ...more };
}

/** Returns a slot of proteins with at most 35,000 residues each: titin, the longest known protein, has 34,350. */
export function proteinSlot({
  maxRecords = 5000,
  maxResidues = 35_000,
  acceptedFormats = ['FASTA', 'TEXT'],
} = {}): ToolInputSlot {
  return {
    id: 'sequences',
    label: 'Protein sequences',
    min: 1,
    max: 100,
    acceptedKinds: ['protein'],
    acceptedFormats,
    defaultKind: 'protein',
    capabilities: plainCapabilities({ min: 1, max: maxRecords }, { maxResidues, externalSources: ['uniprot'] }),
  };
}

/** Returns a slot of one multiple alignment, whose records are its rows. */
export function alignmentSlot({ minRows = 2, maxRows = 2000, maxColumns = 20_000 } = {}): ToolInputSlot {
  return {
    id: 'alignment',
    label: 'Multiple alignment',
    min: 1,
    max: 1,
    acceptedKinds: ['msa'],
    acceptedFormats: formatsOf.msa,
    defaultKind: 'msa',
    capabilities: plainCapabilities({ min: minRows, max: maxRows }, { maxColumns, externalSources: [] }),
  };
}

export function moleculeSlot({
  id = 'molecules',
  label = 'Molecules',
  max = 100,
  minRecords = 1,
  maxRecords = 10_000,
  maxHeavyAtoms = MAX_HEAVY_ATOMS,
} = {}): ToolInputSlot {
  return {
    id,
    label,
    min: 1,
    max,
    acceptedKinds: ['smiles', 'ligand'],
    acceptedFormats: ['SMILES', 'SDF', 'MOL'],
    defaultKind: 'smiles',
    capabilities: plainCapabilities(
      { min: minRecords, max: maxRecords },
      { maxHeavyAtoms, externalSources: ['pubchem'] },
    ),
  };
}
