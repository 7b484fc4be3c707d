/** Elements that occur in ligands and for which the force field of AutoDock 4 has atom types. */
const ELEMENTS = new Set(['H', 'C', 'N', 'O', 'F', 'P', 'S', 'Cl', 'Br', 'I']);

/**
 * Atom types that Vina 1.2 knows, with those of the open bonds of macrocycles (CG0, G0) but without the type of water.
 */
const TYPES = new Set(
  'H HD HS C A N NA NS OA OS F Mg MG P SA S Cl CL Ca CA Mn MN Fe FE Zn ZN Br BR I Si At CG0 CG1 CG2 CG3 G0 G1 G2 G3'.split(
    ' ',
  ),
);

/** Returns why a molecule of these elements cannot be docked; undefined when it can. */
export function withoutAtomType(elements: Iterable<string>): string | undefined {
  const unknown = [...new Set(elements)].filter((element) => !ELEMENTS.has(element));
  return unknown.length > 0 ? `${unknown.join(', ')}: no AutoDock atom type` : undefined;
}

export const isAtomType = (type: string): boolean => TYPES.has(type);
