import * as Type from 'typebox';
import { filePort } from '../ports.ts';
import { otherAlignmentFormats } from './writeAlignment.ts';

/**
 * The setting and the port of tools that write an alignment in the formats of other programs, in addition to aligned
 * FASTA.
 */
export const outputSetting = Type.Enum(['fa', ...Object.keys(otherAlignmentFormats)], {
  default: 'fa',
  description:
    'A format of the alignment besides aligned FASTA, in a file of its own. PHYLIP is relaxed; matches of A3M are the residues of the first row',
});

export const formattedPort = filePort('formatted', 'The alignment in the format asked for', {
  format: 'TEXT',
  required: false,
});
