import { type Static, Type } from 'typebox';
import { listOf } from './build.ts';

/** A public database from which the installation fetches files. */
export const fileSource = Type.Object(
  {
    id: Type.String({ examples: ['pdb'] }),
    object: Type.Literal('file_source'),
    name: Type.String(),
    format: Type.String({ description: 'Format of its entries' }),
    example: Type.String({ description: 'An id of an entry' }),
  },
  {
    $id: 'FetchSource',
    additionalProperties: false,
    examples: [{ id: 'pdb', object: 'file_source', name: 'Protein Data Bank', format: 'MMCIF', example: '1UBQ' }],
  },
);

export type PublicFileSource = Static<typeof fileSource>;

export const fileSourceList = listOf(fileSource, 'FetchSourceList');
