/** Formats that the viewer supports, with its names for them (https://3dmol.org/doc/types.html#FileFormats). */
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

/** Maximum size of a structure in the viewer, in bytes. Larger structures can only be downloaded. */
const MAX_VIEWED = 20 * 1024 * 1024;

/** Returns the viewer's name for a file's format; undefined when the viewer cannot show the file. */
export function viewerFormatOf({ format, size }: { format: string; size: number }): string | undefined {
  const known = format.toUpperCase();
  return size <= MAX_VIEWED && Object.hasOwn(viewerFormats, known) ? viewerFormats[known] : undefined;
}
