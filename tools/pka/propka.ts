/** What propka_groups.py returns. */
export interface Propka {
  /** `number` is that of the residue in the staged file. */
  groups: { number: number; group: string; pka: number; model: number; buried: number; coupled: boolean }[];
  pi: [folded: number, unfolded: number];
  curve: CurvePoint[];
}

export type CurvePoint = [ph: number, folded: number, unfolded: number];
