import { type Static, Type } from 'typebox';
import { dateTime } from './build.ts';

/** A link that downloads a saved file without a key. */
export const fileLink = Type.Object(
  {
    object: Type.Literal('file_link'),
    file_id: Type.String(),
    name: Type.String({ description: 'Name under which the file is saved: its original name' }),
    content_type: Type.String(),
    size: Type.Integer({ minimum: 0, description: 'Size in bytes' }),
    sha256: Type.String({ description: 'SHA-256 of the bytes, in hex' }),
    url: Type.String({ format: 'uri' }),
    expires_at: dateTime(),
  },
  {
    $id: 'FileLink',
    additionalProperties: false,
    examples: [
      {
        object: 'file_link',
        file_id: 'file_01kjmma2g0e9dtsezyywpss2bm',
        name: 'lysozyme.fasta',
        content_type: 'text/x-fasta',
        size: 187,
        sha256: '9f2b1c7f7b4e7f5f0f4a2d6c8b3a1e5d7c9b0a8f6e4d2c1b3a5f7e9d8c6b4a20',
        url: 'https://rotamer.example.org/blobs/files/ws_1/file_01kjmma2g0e9dtsezyywpss2bm/content?exp=1772367300&sig=x',
        expires_at: '2026-03-01T12:15:00.000Z',
      },
    ],
  },
);

export type PublicFileLink = Static<typeof fileLink>;
