const isAtom = (line: string): boolean => /^(ATOM {2}|HETATM)/i.test(line);

/** Atom name, altloc, residue name, chain, number and insertion code of a line. */
const identity = (line: string): string => line.slice(12, 27);

/**
 * Returns a PDB file with MODEL and ENDMDL lines where END lines separate frames, and without END lines before further
 * atoms, which Gemmi would not read. Gemmi then reads the file as the reader of all tools does
 * (shared/structure/pdb.ts).
 */
export function withModels(text: string): string {
  const lines = text.split(/\r?\n/);
  const [first, last] = [lines.findIndex(isAtom), lines.findLastIndex(isAtom)];
  const ends = (line: string) => /^END\s*$/.test(line);
  if (!lines.slice(first, last).some(ends)) return text;
  const hasModels = lines.some((line) => /^(MODEL|ENDMDL)/.test(line));
  const written: string[] = [];
  let [isPending, models, start] = [false, 1, 0];
  for (const [i, line] of lines.entries()) {
    if (i === first) start = written.length;
    if (i > first && i < last && ends(line)) {
      isPending = true;
      continue;
    }
    if (isPending && isAtom(line)) {
      if (!hasModels && identity(line) === identity(lines[first]!)) written.push('ENDMDL', modelLine(++models));
      isPending = false;
    }
    written.push(line);
    if (i === last && models > 1) written.push('ENDMDL');
  }
  if (models > 1) written.splice(start, 0, modelLine(1));
  return written.join('\n');
}

const modelLine = (number: number): string => `MODEL     ${String(number).padStart(4)}`;
