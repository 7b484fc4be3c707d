import { type FormatName, formats } from '@rotamer/formats/formats.ts';
import type { Accepted } from '../inspection.ts';

type BinaryFormat = Omit<Accepted, 'textual' | 'units'>;

function binary(format: FormatName): BinaryFormat {
  const { contentType, preview = 'binary' } = formats[format];
  return { format, mimeType: contentType, previewKind: preview };
}

/** Accepted formats by the extension that `file-type` reports for their signature. */
export const binaryFormats = new Map<string, BinaryFormat>([
  ['png', binary('PNG')],
  ['apng', binary('PNG')],
  ['jpg', binary('JPEG')],
  ['gif', binary('GIF')],
  ['webp', binary('WEBP')],
  ['tif', binary('TIFF')],
  ['bmp', binary('BMP')],
  ['pdf', binary('PDF')],
]);

export const zip = binary('ZIP');
export const gzip = binary('GZIP');
export const tar = binary('TAR');

/** Packages of office programs are ZIP archives. The folder of their main part identifies the format. */
export const officePackages: { folder: string; format: BinaryFormat }[] = [
  { folder: 'xl/', format: binary('XLSX') },
  { folder: 'word/', format: binary('DOCX') },
  { folder: 'ppt/', format: binary('PPTX') },
];
