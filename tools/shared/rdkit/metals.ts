/**
 * Whether a metal forms complexes rather than salts. Its ions then stay with their ligands. As in ChEMBL's structure
 * pipeline, these are the metals of groups 3 to 16 except Zn, Al and Ag.
 */
export function makesComplexes(z: number): boolean {
  const isMetal = (z >= 21 && z <= 32) || (z >= 39 && z <= 51) || (z >= 57 && z <= 84) || z >= 89;
  return isMetal && ![30, 47].includes(z);
}
