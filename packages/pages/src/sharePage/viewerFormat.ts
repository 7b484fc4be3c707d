/** Formats that the viewer supports, by its own names (https://3dmol.org/doc/types.html#FileFormats). */
const viewerFormats: Record<string, string> = {
  PDB: 'pdb',
  PDBQT: 'pdbqt',
  PQR: 'pqr',
  CIF: 'cif',
  MMCIF: 'cif',
  SDF: 'sdf',
  MOL: 'sdf',
  MOL2: 'mol2',
  XYZ: 'xyz',
};

/** Bytes; larger structures can only be downloaded. */
const MAX_VIEWED = 20 * 1024 * 1024;

/** The viewer's name for a file's format; undefined when it cannot show the file. */
export function viewerFormatOf({ format, size }: { format: string; size: number }): string | undefined {
  const known = format.toUpperCase();
  return size <= MAX_VIEWED && Object.hasOwn(viewerFormats, known) ? viewerFormats[known] : undefined;
}
