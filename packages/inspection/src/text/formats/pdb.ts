import type { FormatName } from '@rotamer/formats/formats.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

const FIRST =
  /^(HEADER|OBSLTE|TITLE|SPLIT|CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|JRNL|REMARK|SEQRES|DBREF|CRYST1|ORIGX|SCALE|MODEL|ATOM|HETATM|ROOT|USER|MASTER|HET|HELIX|SHEET|SSBOND|LINK|CONECT)/;
const ATOM = /^(?:ATOM {2}|HETATM)/;
const DECIMAL = /^-?\d+\.\d+$/;

/** Every line begins with a record name (wwPDB format 3.3); PDBQT and PQR are identified by their records and name. */
function pdbLike(format: FormatName, isOwn = (_: string) => true): TextFormat {
  return {
    format,
    open() {
      let atoms = 0;
      let models = 0;
      let begun = false;
      let owned = false;
      return {
        line(text, continued, kinds) {
          if (continued) return begun;
          if (isBlank(text, kinds)) return true;
          if (!begun && !FIRST.test(text)) return false;
          begun = true;
          owned ||= isOwn(text);
          if (isAtom(text.slice(0, 120))) atoms++;
          else if (/^MODEL\b/.test(text)) models++;
          return /^[A-Z]{1,10}(\d|\s|$)/.test(text);
        },
        end: () => (atoms > 0 && owned ? { atoms, models: Math.max(1, models) } : undefined),
      };
    },
  };
}

/** Returns whether a line has coordinates: in columns 31 to 54, which may touch, or as three decimals in a row, as in PQR. */
function isAtom(text: string): boolean {
  if (!ATOM.test(text)) return false;
  const columns = [text.slice(30, 38), text.slice(38, 46), text.slice(46, 54)];
  if (columns.every((column) => DECIMAL.test(column.trim()))) return true;
  let row = 0;
  for (const word of text.split(/\s+/)) {
    row = DECIMAL.test(word) ? row + 1 : 0;
    if (row === 3) return true;
  }
  return false;
}

export const pdbqt = pdbLike('PDBQT', isPdbqt);
export const pdb = pdbLike('PDB');
export const pqr: TextFormat = { ...pdbLike('PQR'), needsName: true };

/** Returns whether a line has AutoDock's torsion tree, or AutoDock's atom types in columns 78-79 after the charge. */
function isPdbqt(text: string): boolean {
  if (/^(ROOT|BRANCH|TORSDOF)/.test(text)) return true;
  return /^(ATOM {2}|HETATM)/.test(text) && /^.{0,4}[+-]?\d\.\d{3} [A-Z][A-Za-z]?\s*$/.test(text.slice(68));
}
