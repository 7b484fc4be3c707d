import { extensionOf } from './detect.ts';
import { formatNamed, formats, hasSign, type Kind } from './formats.ts';
import { kindOfText } from './letters.ts';

/** Kinds by the file name extensions that imply them. */
const kindByExtension: Record<string, string> = { faa: 'protein', fna: 'dna', ffn: 'dna', frn: 'rna' };

/** Known facts about a text besides its format. */
export interface Known {
  name: string;
  text: string;
  /** The kind that the user gave. */
  kind?: string;
}

interface Slot {
  acceptedKinds?: string[];
  acceptedFormats?: string[];
  defaultKind?: string;
}

/** Returns how a slot would accept a text; undefined if it does not. The kind is given, or from the file's name or its letters. */
export function fitToSlot(
  slot: Slot,
  format: string | undefined,
  known?: Known,
): { kind: string; format: string; guessed: boolean } | undefined {
  const { acceptedKinds = [], acceptedFormats = [], defaultKind } = slot;
  // Aligned FASTA looks like FASTA. If a slot accepts only one of the two, that one is meant. A bare text is read as what the slot accepts.
  const candidates =
    format === 'FASTA' ? ['FASTA', 'AFA'] : format === undefined ? ['TEXT', ...acceptedFormats] : [format];
  const fitting = candidates.find((one) => acceptedFormats.length === 0 || acceptedFormats.includes(one));
  if (fitting === undefined) return undefined;
  const possible = kindsOf(fitting, known?.text, acceptedKinds).filter(
    (kind) => acceptedKinds.length === 0 || acceptedKinds.includes(kind),
  );
  if (known?.kind !== undefined)
    return possible.includes(known.kind) ? { kind: known.kind, format: fitting, guessed: false } : undefined;
  const usual = defaultKind && possible.includes(defaultKind) ? defaultKind : possible[0];
  if (usual === undefined) return undefined;
  const named = known && kindByExtension[extensionOf(known.name)];
  if (named && possible.includes(named)) return { kind: named, format: fitting, guessed: false };
  const seen = known && possible.includes('protein') && possible.length > 1 ? kindOfText(known.text) : usual;
  const kind = possible.includes(seen) ? seen : seen === 'rna' && possible.includes('dna') ? 'dna' : usual;
  return { kind, format: fitting, guessed: kind !== usual };
}

/** Returns the kinds that a text of a format can have. A PDBQT file with a torsion tree is a ligand, one without is a receptor. */
function kindsOf(format: string, text: string | undefined, accepted: string[]): readonly string[] {
  if (format === 'PDBQT' && text !== undefined)
    return [hasSign(formats.PDBQT, text) ? 'ligand' : 'structure'] satisfies Kind[];
  return formatNamed(format)?.kinds ?? accepted;
}
