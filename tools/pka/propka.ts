/** The result of propka_groups.py. */
export interface Propka {
  /** `number` is the residue's number in the staged file. */
  groups: { number: number; group: string; pka: number; model: number; buried: number; coupled: boolean }[];
  pi: [folded: number, unfolded: number];
  curve: CurvePoint[];
}

export type CurvePoint = [ph: number, folded: number, unfolded: number];
