import { isBlank, type TextFormat } from '../textFormat.ts';

/** Atoms of the organic subset, bracket atoms, bonds, ring closures and branches (OpenSMILES 1.0), and dative bonds. */
const SMILES = /^(\[[^\]\s]{1,100}\]|Br|Cl|[BCNOPSFIbcnops*]|->|<-|[-=#$:/\\.()]|%\d\d|\d)+$/;

/** The first word of the header line that programs write. */
const HEADER = /^(canonical_|isomeric_)?smiles$/i;

/** `SMILES name` lines. Words can be SMILES by chance, so a bond, ring, branch or bracket must occur. */
export const smiles: TextFormat = {
  format: 'SMILES',
  needsName: true,
  open() {
    let molecules = 0;
    let structured = false;
    return {
      line(text, continued, kinds) {
        if (continued) return false;
        if (isBlank(text, kinds)) return true;
        const smiles = text.trimStart().split(/\s/, 1)[0]!;
        if (smiles.startsWith('#') || (molecules === 0 && HEADER.test(smiles))) return true;
        molecules++;
        structured ||= /[=#[(\d]/.test(smiles);
        return SMILES.test(smiles);
      },
      end: () => (molecules > 0 && structured ? { molecules } : undefined),
    };
  },
};
