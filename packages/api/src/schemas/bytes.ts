import { Type } from 'typebox';
import { oneOf } from './build.ts';

/** Media type of every download, so that no browser renders or runs it. */
export const BINARY = 'application/octet-stream';

const bytes = Type.String({ format: 'binary' });

const bytesHeaders = {
  'Accept-Ranges': { type: 'string', description: '`bytes`, for a file' },
  ETag: { type: 'string', description: 'SHA-256 of a file, in quotes' },
};

/** The request headers of a download. */
export const rangeHeaders = Type.Object({
  Range: Type.Optional(
    Type.String({
      description: 'One range of bytes, such as `bytes=1000-`; other forms are ignored',
      examples: ['bytes=0-'],
    }),
  ),
  'If-Range': Type.Optional(Type.String({ description: 'An ETag; `Range` is ignored if the file has another one' })),
});

/** Media type of archives. */
export const TAR = 'application/x-tar';

/** Returns the responses of a download with another media type. */
export const bytesResponsesAs = <const Type extends string>(type: Type) =>
  ({
    200: { description: 'The bytes', headers: bytesHeaders, body: bytes, type },
    206: {
      description: 'The requested range of a file',
      headers: { ...bytesHeaders, 'Content-Range': { type: 'string' } },
      body: bytes,
      type,
    },
  }) as const;

/** The responses of a download: all bytes, or a range of them. */
export const bytesResponses = bytesResponsesAs(BINARY);

/** Media type of compressed archives. */
export const ZSTD = 'application/zstd';

/** The query parameter of archives that compresses them. */
export const compressionQuery = {
  compression: Type.Optional(
    oneOf(
      ['none', 'zstd'],
      'zstd: a `.tar.zst`, made while it is sent, so without a length and without ranges: `Range` is ignored, and the whole archive comes; default: none',
    ),
  ),
};

const ofTar = bytesResponsesAs(TAR);

/** The same of an archive: a tar archive and its ranges, or a compressed one. */
export const tarResponses = { ...ofTar, 200: { ...ofTar[200], zstd: true } } as const;
