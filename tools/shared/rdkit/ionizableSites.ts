/** An acid or a base. The first atom of the SMARTS loses or takes the proton. */
export interface Site {
  smarts: string;
  pKa: number;
  /**
   * For a base in which two equivalent nitrogens share one proton: the position of the other nitrogen in the SMARTS,
   * and its pKa.
   */
  second?: { place: number; pKa: number };
}

/**
 * Acids and bases of drugs with their pKa in water at 25 °C. Special groups come before general ones, because the first
 * match of an atom counts. Values are rounded means of those in Perrin D. D., Dempsey B., Serjeant E. P., pKa
 * Prediction for Organic Acids and Bases, 1981, and of well-known drugs of each kind.
 */
export const acids: Site[] = [
  // Hydroxyammonium: N-oxides that took a proton.
  { smarts: '[OX2H][NX4+]', pKa: 4.6 },
  { smarts: '[OX2H][nX3+]', pKa: 0.8 },
  { smarts: '[OX2H]S(=O)=O', pKa: -1 },
  { smarts: '[OX2H][SX3]=O', pKa: 2 },
  { smarts: '[OX2H,SX2H][PX4]C[PX4]', pKa: 1.7 },
  { smarts: '[OX2H,SX2H][PX4]c', pKa: 2.3 },
  { smarts: '[OX2H,SX2H][PX4][#6]', pKa: 2.8 },
  { smarts: '[OX2H,SX2H][PX4]', pKa: 1.7 },
  { smarts: '[OX2H,SX2H][CX3]=[O,S]', pKa: 4.2 },
  { smarts: '[nH]1nnnc1', pKa: 4.9 },
  { smarts: '[nH]1nncn1', pKa: 4.9 },
  // Uric acid, and similar molecules drawn with hydrogens at other atoms.
  { smarts: '[nX3H1]1c(=O)nc(=O)c2nc(=O)[nX3]c12', pKa: 5.4 },
  { smarts: '[nX3H1]1c(=O)[nH]c(=O)[nH]c1=O', pKa: 6.9 },
  { smarts: '[NX3H1;R](C(=O))S(=O)=O', pKa: 1.9 },
  { smarts: '[NX3H1](C(=O))S(=O)=O', pKa: 4.5 },
  { smarts: '[NX3H1](S(=O)=O)S(=O)=O', pKa: 1.7 },
  { smarts: '[NX3;H1,H2]S(=O)(=O)C(F)(F)F', pKa: 5.8 },
  { smarts: '[NX3H1](S(=O)=O)[c;r5]', pKa: 6.3 },
  { smarts: '[NX3H1](S(=O)=O)[c;r6](n)[n,$(c:n),$(c:c:n)]', pKa: 6.4 },
  { smarts: '[NX3H1]1C(=O)[#6]SC1=S', pKa: 5.2 },
  { smarts: '[NX3H1]1C(=O)[#6][S,O]C1=[O,S]', pKa: 6.3 },
  { smarts: '[nH]1c(=O)onc1', pKa: 6.1 },
  { smarts: '[SX2H]c1ccccc1', pKa: 6.6 },
  { smarts: '[OX2H][NX3](C=O)C=O', pKa: 6 },
  { smarts: '[OX2H]n1nn[c,n]c1', pKa: 4.6 },
  { smarts: '[OX2H]c1cc(=O)occ1', pKa: 4.5 },
  { smarts: '[OX2H]C1=C([OX2H])C(=O)O[CX4]1', pKa: 4.1 },
  { smarts: '[OX2H]c1c([OX2H])c(=O)c1=O', pKa: 0.6 },
  { smarts: '[OX2H][CX3;R]=[CX3;R][CX3;R]=O', pKa: 5 },
  { smarts: '[OX2H][CX3;R](c)=[CX3;R]([NX3])C(=O)[NX3]', pKa: 5.5 },
  { smarts: '[OX2H]c1cccccc1=O', pKa: 6.9 },
  { smarts: '[OX2H]c1coccc1=O', pKa: 8.3 },
  { smarts: '[OX2H]c1ccc2ccc(=O)oc2c1', pKa: 7.8 },
  { smarts: '[OX2H]c1ccon1', pKa: 5.5 },
  { smarts: '[OX2H]c1nsnc1', pKa: 5 },
  { smarts: '[NX3H1]1C(=O)[CX4;H1,H2]C(=O)[NX3]C1=O', pKa: 4 },
  { smarts: '[NX3H1]1C(=O)[#6]C(=O)[NX3]C1=O', pKa: 7.6 },
  { smarts: '[OX2H][NX3;H1,H0]C=O', pKa: 9 },
  { smarts: '[NX3H1;r5]1C(=O)[NX3][CX4]C1=O', pKa: 8.6 },
  { smarts: '[NX3H1]1C(=O)c2ccccc2C1=O', pKa: 8.3 },
  { smarts: '[NX3H1](C=O)C=O', pKa: 9.5 },
  { smarts: '[NX3H1](S(=O)=O)c', pKa: 8.7 },
  { smarts: '[NX3H2]S(=O)(=O)c1nncs1', pKa: 7.2 },
  { smarts: '[NX3H2]S(=O)(=O)c1c([F,Cl,Br])cccc1', pKa: 8.3 },
  { smarts: '[NX3H2]S(=O)=O', pKa: 10 },
  // Xanthines such as theophylline, at N7 or N9; xanthine itself; uracils, thymines and theobromine; guanine and hypoxanthine.
  { smarts: '[nX3H1]1c(=O)[nH]c(=O)c2ncnc12', pKa: 7.6 },
  { smarts: '[nX3H1;r5]1cnc2c1c(=O)nc(=O)n2', pKa: 8.6 },
  { smarts: '[nX3H1;r5]1cnc2c(=O)nc(=O)nc12', pKa: 8.6 },
  { smarts: '[nX3H1](c=[O,S])c=S', pKa: 8 },
  { smarts: '[nX3H1]1c(=O)nccc1=S', pKa: 8 },
  { smarts: '[nX3H1]1c(=O)nc[c;$(cF)]c1=O', pKa: 8 },
  { smarts: '[nX3H1](c=O)c=O', pKa: 9.6 },
  { smarts: '[nX3H1;r6]1cnc2c(c1=S)ncn2', pKa: 7.7 },
  { smarts: '[nX3H1;r6]1cnc2c(c1=O)[n,c][n,c][n,c]2', pKa: 9 },
  // Azoles and purines.
  { smarts: '[nX3H1]1nnc2ccccc12', pKa: 8.4 },
  { smarts: '[nX3H1;r5]1nncc1', pKa: 9.3 },
  { smarts: '[nX3H1;r5]1nccn1', pKa: 9.3 },
  { smarts: '[nX3H1;r5]1cncn1', pKa: 10.3 },
  { smarts: '[nX3H1;r5]1cnnc1', pKa: 10.3 },
  { smarts: '[nX3H1;r5]1cncc1[N+](=O)[O-]', pKa: 9.3 },
  { smarts: '[nX3H1;r5]1cnc([N+](=O)[O-])c1', pKa: 9.3 },
  { smarts: '[nX3H1;r5]1c([N+](=O)[O-])ncc1', pKa: 7.2 },
  { smarts: '[nX3H1;r5]1cnc2cncnc12', pKa: 9.5 },
  { smarts: '[nX3H1;r5]1cnc2ncncc12', pKa: 9.5 },
  { smarts: '[OX2H]c', pKa: 9.9 },
  // Cyanamide; as a base it takes the proton at the nitrile.
  { smarts: '[NX3H2]C#N', pKa: 10.3 },
  { smarts: '[OX2H][CX3;!R]([#6])=[CX3;!R][CX3](=O)[#6]', pKa: 8.9 },
  { smarts: '[OX2H][CX4](C(F)(F)F)C(F)(F)F', pKa: 9.3 },
  { smarts: '[OX2H][OX2]C=O', pKa: 8.2 },
  { smarts: '[SX2H][CX4][CX4][NX3;!$(N-C=O)]', pKa: 8.3 },
  { smarts: '[SX2H][CX4][CX4][NX3]', pKa: 9.1 },
  { smarts: '[SX2H][CX4]', pKa: 10 },
];

/** An electron-withdrawing neighbour of a nitrogen of an amidine. Such an amidine is not protonated in water. */
const WITHDRAWING = '$([#7]-[#7,#8,#16,#15]),$([#7]-C#N)';
const PLAIN_AMINO = `[#7X3;!${WITHDRAWING.replace(',$', ';!$')};!$(NC=[O,S])]`;
const PLAIN_IMINO = `[NX2;!${WITHDRAWING.replace(',$', ';!$')};!$(NC=[O,S])]`;

/** An amino group on a ring. */
const AMINO = '[NX3;!$(N-[C,S]=O);!$(N-[!#6;!#1])]';

export const bases: Site[] = [
  { smarts: '[NX1]#[CX2][NX3H2]', pKa: 1.1 },
  // N-oxides.
  { smarts: '[OX1-][NX4+;$(N-c)]', pKa: 4.2 },
  { smarts: '[OX1-][NX4+]', pKa: 4.6 },
  { smarts: `[OX1-][nX3+]1ccc(${AMINO})cc1`, pKa: 3.6 },
  { smarts: '[OX1-][nX3+]1ccccc1', pKa: 0.8 },
  { smarts: `[nX2;r6]1c(${AMINO})[nX3+]([OX1-])c(${AMINO})cc1`, pKa: 4.6 },
  // DABCO and hexamethylenetetramine, whose bridges each join two amines.
  { smarts: '[NX3]12[CX4][CX4][NX3]([CX4][CX4]1)[CX4][CX4]2', pKa: 8.8, second: { place: 3, pKa: 6 } },
  { smarts: '[NX3]12[CX4][NX3]3[CX4][NX3]([CX4]1)[CX4][NX3]([CX4]2)[CX4]3', pKa: 4.9 },
  // Creatinine, in both of its forms.
  { smarts: '[NX2]1=[CX3]([NX3])[NX3][CX4]C1=O', pKa: 4.8 },
  { smarts: '[NX2;!R]=[CX3]1[NX3][CX4]C(=O)[NX3]1', pKa: 4.8 },
  { smarts: '[NX2]=[CX3]([NX3;H2,H1])[NX3;H1][NX3;+0;!$(N-[#6;!X4])]', pKa: 11 },
  { smarts: `[NX2]=[CX3]([#7])[NX3][CX3](=[NX2])[#7]`, pKa: 11.5, second: { place: 5, pKa: 2.9 } },
  { smarts: `${PLAIN_IMINO}=[CX3](${PLAIN_AMINO})${PLAIN_AMINO}`, pKa: 13 },
  // Acylguanidines and guanylhydrazones.
  {
    smarts: `[NX2;!$(N-[!#6;!#1]);!$(NC#N)]=[CX3]([NX3;H1,H2;!$(N-[!#6;!#1;!#7]);!$(N-[N+]);!$(NC#N)])[NX3;H1,H2;!$(N-[!#6;!#1;!#7]);!$(N-[N+]);!$(NC#N)]`,
    pKa: 8.6,
  },
  // Amidines between two aromatic rings, as in clozapine.
  { smarts: '[NX2;$(N-c)]=[CX3;$(C-c)][NX3]', pKa: 5 },
  { smarts: `${PLAIN_IMINO}=[CX3]([#6,#1])${PLAIN_AMINO}`, pKa: 11.5 },
  { smarts: `${PLAIN_IMINO}=[CX3H1]${PLAIN_AMINO}`, pKa: 11.5 },
  { smarts: `${PLAIN_IMINO}=[CX3](${PLAIN_AMINO})[OX2,SX2]`, pKa: 9.5 },
  { smarts: '[nX2]1ccc([NX3;!$(N-[C,S]=[O,N]);!$(N-[!#6;!#1])])cc1', pKa: 9.2 },
  { smarts: '[nX2]1c([NX3;H2;!$(N-[!#6;!#1])])[nX3][c;!$(c1ccccc1)]c1', pKa: 8.4 },
  { smarts: '[nX2]1c([NX3;H2,H1;!$(N-[C,S]=O);!$(N-[!#6;!#1])])[nX3]cc1', pKa: 7.4 },
  // Aminopyridines, aminopyrimidines and aminothiazoles take the proton at the ring nitrogen, as cytosine does.
  { smarts: `[nX2]1c(${AMINO})cc[nX3]c1=O`, pKa: 4.4 },
  { smarts: `[nX2]1c(${AMINO})cccc1`, pKa: 6.9 },
  { smarts: `[nX2]1c(${AMINO})nc(${AMINO})nc1${AMINO}`, pKa: 5 },
  { smarts: `[nX2;r6]1c(${AMINO})nc(${AMINO})[c;!r5][c;!r5]1`, pKa: 7.2 },
  { smarts: `[nX2;r6]1cnc(${AMINO})[c;!r5][c;!r5]1`, pKa: 5.7 },
  { smarts: `[nX2;r6]1c(${AMINO})nc[c;!r5][c;!r5]1`, pKa: 3.5 },
  { smarts: `[nX2;r5]1c(${AMINO})scc1`, pKa: 5.3 },
  { smarts: '[nX2]1c2ccccc2[nX3]c1', pKa: 5.5 },
  { smarts: '[nX2;r5]1c2ccccc2sc1', pKa: 1.2 },
  { smarts: '[nX2;r5]1[nX3]c2ccccc2c1', pKa: 1.3 },
  // Xanthines such as caffeine, adenines, and other purines: each drawn with the hydrogen or carbon at N7 or at N9.
  { smarts: '[nX2;r5]1c[nX3]c2nc(=O)nc(=O)c12', pKa: 0.6 },
  { smarts: '[nX2;r5]1c[nX3]c2c(=O)nc(=O)nc12', pKa: 0.6 },
  { smarts: '[nX2]1cnc2c(c1[NX3;!$(N-[C,S]=O)])ncn2', pKa: 3.6 },
  { smarts: '[nX2;r5]1c[nX3]c2ncncc12', pKa: 2.1 },
  { smarts: '[nX2;r5]1c[nX3]c2cncnc12', pKa: 2.1 },
  { smarts: '[nX2;r5]1c[nX3]c([N+](=O)[O-])c1', pKa: 2.6 },
  { smarts: '[nX2;r5]1c[nX3]cc1[N+](=O)[O-]', pKa: 0 },
  { smarts: '[nX2;r5]1c[nX3]cc1', pKa: 7 },
  { smarts: '[nX2;r5]1[nX3]ccc1', pKa: 2.4 },
  { smarts: '[nX2;r5]1c[nX3]nc1', pKa: 2.4 },
  { smarts: '[nX2;r5]1n[nX3]cc1', pKa: 1.2 },
  { smarts: '[nX2;r5]1cscc1', pKa: 2.5 },
  { smarts: '[nX2;r5]1cocc1', pKa: 0.8 },
  { smarts: '[nX2]1ccccc1', pKa: 5.2 },
  { smarts: '[nX2;r6]1nc2ccccc2cc1', pKa: 2.3 },
  { smarts: '[nX2;r6]1cnccc1', pKa: 1.3 },
  { smarts: '[nX2;r6]1ccncc1', pKa: 0.6 },
  { smarts: '[nX2;r6]1ncccc1', pKa: 2.3 },
  // Hydrazines, hydrazides, hydroxylamines and their ethers.
  { smarts: '[NX3;H2][NX3][CX3]=[O,S]', pKa: 3.3 },
  { smarts: '[NX3;H2][NX3]c1nnccc1', pKa: 7.1 },
  { smarts: '[NX3;H2][NX3]c', pKa: 5.2 },
  { smarts: '[NX3;H2][NX3;H2]', pKa: 8.1 },
  { smarts: '[NX3;H2,H1,H0;!$(N-[#6;!X4])][NX3;!$(N-[#6;!X4]);!$(N-[!#6;!#1;!#7])]', pKa: 7 },
  { smarts: '[NX3;H2,H1;!$(N-[#6;!X4])][OX2H]', pKa: 5.9 },
  { smarts: '[NX3;H2,H1;!$(N-[#6;!X4])][OX2][#6;!$(C=O)]', pKa: 4.6 },
  // Aromatic amines without a ring nitrogen in ortho or para position.
  { smarts: '[NX3;H1,H0;!$(N-[!#6;!#1])](c)c', pKa: 0.8 },
  { smarts: '[NX3;H2,H1,H0;!$(N-[!#6;!#1]);!$(N-[C;!X4]);!$(N-c:[n,s,o]);!$(N-c1aanaa1)]c', pKa: 4.6 },
];

/** Amines whose carbon neighbours all have four single bonds. */
export const AMINE = '[NX3;!$(N-[!#6;!#1]);!$(N-[#6;!X4])]';

/** pKa of an amine with no, one, two and three hydrogens. */
export const AMINE_PKA = [10.5, 11.1, 10.7, 9.2];

/**
 * An epoxymorphinan such as morphine, codeine and buprenorphine, from its amine. A hydroxyl group at carbon 14 (oxymorphone 8.2, naloxone
 * 7.9) forms a hydrogen bond to the amine and makes up for the loss.
 */
const EPOXYMORPHINAN = '[NX3]1[#6][#6][CX4]23c4c(O[#6]2)cccc4[#6][#6]1[CX4;!$(C[OX2H])]3';

/**
 * By how much groups near an amine lower its pKa; the amine is the first atom. After Clark J., Perrin D. D., Quart.
 * Rev. Chem. Soc. 18 (1964) 295-320.
 */
export const inductive: [smarts: string, loss: number][] = [
  ['N[CX4][CX3](=O)[OX2][#6]', 2.9],
  ['N[CX4][CX3](=O)[NX3]', 2.7],
  ['N[CX4][CX3](=O)[#6]', 2.3],
  ['N[CX4]C#N', 5.3],
  ['N[CX4]C#C', 2.2],
  ['N[CX4]c', 1.3],
  ['N[CX4][$(c:[nX2]),$(c:c:[nX2;r6]),$(c:c:c:[nX2;r6])]', 0.7],
  ['N[CX4]C=C', 0.9],
  ['N[CX4][NX3]', 3.5],
  ['N[CX4][OX2]', 3],
  ['N[CX4][CX4]F', 1.7],
  ['N[CX4][CX4][Cl,Br]', 1.9],
  ['N[CX4][CX4][OX2H]', 1.1],
  ['N[CX4][CX4][OX2][#6]', 1.2],
  ['N[CX4][CX4][NX3]C=O', 1.5],
  ['N[CX4][CX4][NX3]S=O', 1.6],
  ['N[CX4][CX4][NX3;$(N-c)]', 1.2],
  ['N[CX4][CX4][NX3;!$(N-[#6;!X4]);!$(N-[!#6;!#1])]', 0.9],
  ['N[CX4][CX4][SX2]', 0.9],
  ['N[CX4][CX4]S(=O)=O', 2.9],
  ['N[CX4][CX4]C#N', 2.8],
  ['N[CX4][CX4][CX3]=O', 0.9],
  ['N1[CX4][CX4]1', 2.7],
  ['N[CX4][CX4]c', 0.6],
  [EPOXYMORPHINAN, 1.6],
];

/**
 * By how much a charge of the same sign shifts a pKa, by the number of bonds between both atoms; 0.3 for longer
 * distances.
 */
export const BASE_SHIFTS = [0, 8, 6, 3, 1.7, 1];
export const ACID_SHIFTS = [0, 8, 4.8, 1.5, 0.5];
