import type { Accepted } from '../inspection.ts';

type BinaryFormat = Omit<Accepted, 'textual' | 'units'>;

const image = (format: string, mimeType: string): BinaryFormat => ({ format, mimeType, previewKind: 'image' });
const binary = (format: string, mimeType: string): BinaryFormat => ({ format, mimeType, previewKind: 'binary' });

/** Accepted formats by the extension that `file-type` reports for their signature. */
export const binaryFormats = new Map<string, BinaryFormat>([
  ['png', image('PNG', 'image/png')],
  ['apng', image('PNG', 'image/png')],
  ['jpg', image('JPEG', 'image/jpeg')],
  ['gif', image('GIF', 'image/gif')],
  ['webp', image('WEBP', 'image/webp')],
  ['tif', image('TIFF', 'image/tiff')],
  ['bmp', image('BMP', 'image/bmp')],
  ['pdf', binary('PDF', 'application/pdf')],
]);

export const zip = binary('ZIP', 'application/zip');
export const gzip = binary('GZIP', 'application/gzip');
export const tar = binary('TAR', 'application/x-tar');

/** Packages of office programs are ZIP archives. The folder of their main part identifies the format. */
export const officePackages: { folder: string; format: BinaryFormat }[] = [
  { folder: 'xl/', format: binary('XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') },
  {
    folder: 'word/',
    format: binary('DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  },
  {
    folder: 'ppt/',
    format: binary('PPTX', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  },
];
