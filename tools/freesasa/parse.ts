import { ToolError } from '../contract.ts';
import { rounded } from '../shared/structure/vectors.ts';

interface Area {
  total: number;
  polar: number;
  apolar: number;
  'main-chain': number;
  'side-chain': number;
}

/** The part of FreeSASA's JSON (`--depth=residue`) that is used. */
interface Output {
  results: {
    structure: {
      area: Area;
      chains: {
        label: string;
        residues: { name: string; number: string; area: Area; 'relative-area'?: { total: number } }[];
      }[];
    }[];
  }[];
}

export type Structures = ReturnType<typeof parseFreesasa>;

/**
 * Returns the structures of the single input. With separate chains there is one for each chain. With groups of chains
 * there is the whole, and one for each group.
 *
 * @throws ToolError when there are none.
 */
export function parseFreesasa(json: string) {
  const structures = read(json).results.flatMap(({ structure }) => structure);
  if (structures.length === 0) throw new ToolError('freesasa wrote no result');
  return structures.map(({ area, chains }) => ({
    chains: chains.map(({ label }) => label),
    area: round(area),
    residues: chains.flatMap(({ label, residues }) =>
      residues.map((residue) => ({
        chain: label,
        seq: residue.number.trim(),
        res: residue.name,
        ...round(residue.area),
        relative: percent(residue['relative-area']?.total),
      })),
    ),
  }));
}

function read(json: string): Output {
  try {
    return JSON.parse(json) as Output;
  } catch {
    throw new ToolError('freesasa wrote no JSON');
  }
}

const round = (area: Area) => {
  // The area is not finite when atoms have the same position.
  if (!Number.isFinite(area.total)) throw new ToolError('freesasa finds no area: atoms lie at the positions of others');
  return figures(area);
};

const figures = (area: Area) => ({
  total: rounded(area.total, 2),
  polar: rounded(area.polar, 2),
  apolar: rounded(area.apolar, 2),
  unknown: rounded(Math.max(0, area.total - area.polar - area.apolar), 2),
  main_chain: rounded(area['main-chain'], 2),
  side_chain: rounded(area['side-chain'], 2),
});

const percent = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : rounded(value, 2);
