/** A kind of site whose pKa depends on the substituents of its ring: `pKa = pKa0 - rho * sum of sigma`. */
interface Kind {
  /** SMARTS of the site and its ring, with `[*]` for the substituent. */
  ring: { ortho: string; meta: string; para: string };
  rho: number;
  /** Which sigma applies to a substituent in para position. */
  para: 'sigmaPara' | 'sigmaMinus';
}

interface Group {
  /** SMARTS of the substituent, from its first atom. */
  smarts: string;
  sigmaMeta: number;
  sigmaPara: number;
  /** Sigma for sites with a free electron pair that the substituent delocalises. */
  sigmaMinus: number;
  /** By how much the substituent in ortho position lowers the pKa of phenols, anilines, benzoic acids and pyridines. */
  ortho: [phenol: number, aniline: number, benzoic: number, pyridine: number];
}

/**
 * Sources: Hansch C., Leo A., Taft R. W., Chem. Rev. 91 (1991) 165-195; ortho positions after Perrin, Dempsey and
 * Serjeant (1981).
 */
const groups: Group[] = [
  { smarts: '$([NX3+](=O)[O-])', sigmaMeta: 0.71, sigmaPara: 0.78, sigmaMinus: 1.25, ortho: [2.8, 4.9, 2, 7] },
  { smarts: '$(C#N)', sigmaMeta: 0.56, sigmaPara: 0.66, sigmaMinus: 0.95, ortho: [3, 3.6, 1.2, 5.5] },
  { smarts: '$([SX4](=O)=O)', sigmaMeta: 0.55, sigmaPara: 0.62, sigmaMinus: 0.95, ortho: [2, 3, 1.5, 5] },
  { smarts: '$([CX3]=O)', sigmaMeta: 0.35, sigmaPara: 0.4, sigmaMinus: 0.65, ortho: [1.5, 2.4, 0.7, 3] },
  { smarts: '$(C(F)(F)F)', sigmaMeta: 0.43, sigmaPara: 0.54, sigmaMinus: 0.62, ortho: [1.1, 2, 1.2, 5] },
  { smarts: 'F,Cl,Br,I', sigmaMeta: 0.37, sigmaPara: 0.2, sigmaMinus: 0.2, ortho: [1.5, 1.8, 1.2, 4.5] },
  { smarts: '$([OX2])', sigmaMeta: 0.12, sigmaPara: -0.25, sigmaMinus: -0.2, ortho: [0, 0, 0.3, 1.9] },
];

const phenols: Kind = {
  ring: { ortho: '[OX2H]c1c([*])cccc1', meta: '[OX2H]c1cc([*])ccc1', para: '[OX2H]c1ccc([*])cc1' },
  rho: 2.2,
  para: 'sigmaMinus',
};
const benzoicAcids: Kind = {
  ring: { ortho: '[OX2H]C(=O)c1c([*])cccc1', meta: '[OX2H]C(=O)c1cc([*])ccc1', para: '[OX2H]C(=O)c1ccc([*])cc1' },
  rho: 1,
  para: 'sigmaPara',
};
const anilines: Kind = {
  ring: { ortho: '[NX3]c1c([*])cccc1', meta: '[NX3]c1cc([*])ccc1', para: '[NX3]c1ccc([*])cc1' },
  rho: 2.9,
  para: 'sigmaMinus',
};
const pyridines: Kind = {
  ring: { ortho: '[nX2]1c([*])cccc1', meta: '[nX2]1cc([*])ccc1', para: '[nX2]1ccc([*])cc1' },
  rho: 5.9,
  para: 'sigmaPara',
};

/** Returns by how much ring substituents lower the pKa of a site, the first atom of each SMARTS. */
function takenBy(kind: Kind, ortho: 0 | 1 | 2 | 3): [smarts: string, loss: number][] {
  return groups.flatMap((group): [string, number][] => {
    const at = (place: 'ortho' | 'meta' | 'para') => kind.ring[place].replace('[*]', `[${group.smarts}]`);
    return [
      [at('ortho'), group.ortho[ortho]],
      [at('meta'), kind.rho * group.sigmaMeta],
      [at('para'), kind.rho * group[kind.para]],
    ];
  });
}

/** Two nitro groups beside or opposite the hydroxyl group of a phenol lower its pKa by more than the sum (2,6: 3.7, 2,4,6: 0.3). */
const nitroPairs: [smarts: string, loss: number][] = [
  ['[OX2H]c1c([NX3+](=O)[O-])cc([NX3+](=O)[O-])cc1', 0.3],
  ['[OX2H]c1c([NX3+](=O)[O-])cccc1[NX3+](=O)[O-]', 0.6],
];

/** The same for carboxylic acids. The first entry is for amino acids, whose ammonium group strengthens the acid. */
const nearAcids: [smarts: string, loss: number][] = [
  ['[OX2H]C(=O)[CX4][NX3;!$(N-[#6;!X4]);!$(N-[!#6;!#1])]', 2],
  ['[OX2H]C(=O)[CX4][F,Cl,Br]', 1.4],
  ['[OX2H]C(=O)[CX4][OX2]', 0.6],
  ['[OX2H]C(=O)[CX4]C#N', 1.9],
  ['[OX2H]C(=O)[CX3]=O', 1.8],
  // Salicylic acid: its phenol stabilises the charge.
  ['[OX2H]C(=O)c1c([OX2H])cccc1', 1],
];

/**
 * The same for amidines and guanidines: an aryl ring at one of the nitrogens (phenylguanidine 10.8), its halogens in ortho position
 * (clonidine 8.05; Timmermans and van Zwieten, Arzneim.-Forsch. 28 (1978) 1676-1681), a fused ring with nitrogen (tizanidine 7.4,
 * brimonidine 7.4), an ether or aryl ring at the carbon's neighbour (lofexidine 9.0, naphazoline 10.4).
 */
const nearAmidines: [smarts: string, loss: number][] = [
  ['[NX2]=[CX3]([#7,SX2])[NX3][c;r6]', 2.2],
  ['[NX2]([c;r6])=[CX3]([#7,SX2])[#7,SX2]', 2.2],
  ['[NX2]=[CX3]([NX3])[NX3]c1c([F,Cl,Br,I])[c,n][c,n][c,n][c,n]1', 1.35],
  ['[NX2](c1c([F,Cl,Br,I])[c,n][c,n][c,n][c,n]1)=[CX3]([NX3])[NX3]', 1.35],
  ['[NX2]=[CX3]([NX3])[NX3][c;$(c:c:c:[nX2]),$(c:c:[nX2])]', 2.1],
  ['[NX2]([c;$(c:c:c:[nX2]),$(c:c:[nX2])])=[CX3]([NX3])[NX3]', 2.1],
  ['[NX2]=[CX3]([NX3])[CX4][OX2]', 2.3],
  ['[NX2]=[CX3]([NX3])[CX4]c', 1],
];

/** An alkyl group at the carbon between the nitrogens of imidazole (2-methylimidazole 7.9). */
const nearImidazoles: [smarts: string, loss: number][] = [
  ['[nX2;r5]1c([CX4;!$(C-[!#6;!#1])])[nX3][c;!$(c1ccccc1);!$(c-[!#6])][c;!$(c-[!#6])]1', -0.8],
];

/** By how much groups near a site lower its pKa; the site is the first atom of the SMARTS. */
export const acidLosses = [...takenBy(phenols, 0), ...nitroPairs, ...takenBy(benzoicAcids, 2), ...nearAcids];
export const baseLosses = [...takenBy(anilines, 1), ...takenBy(pyridines, 3), ...nearAmidines, ...nearImidazoles];
