import { Type } from 'typebox';

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

/** The same of an archive. */
export const tarResponses = bytesResponsesAs(TAR);
