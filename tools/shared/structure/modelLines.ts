/** What the atom lines of a file's models have in common. */
export interface ModelComparison {
  /** The first model with other atoms than model 1, in number, names or order; null when there is none. */
  firstUnlike: number | null;
  /** Whether all models have the same atoms at the same places. */
  areEqual: boolean;
}

/** Compares the models of a file while its atom lines are read. It keeps two numbers for each model. */
export class ModelLines {
  readonly #names: number[] = [];
  readonly #places: number[] = [];

  /** Adds an atom line. `model` counts from 1; `names` tells the atom apart from the others of its model. */
  add(model: number, names: string, place: string): void {
    this.#names[model - 1] = hashed(this.#names[model - 1], names);
    this.#places[model - 1] = hashed(this.#places[model - 1], place);
  }

  compare(): ModelComparison {
    const isUnlike = (values: number[]) => values.findIndex((value) => value !== values[0]) + 1;
    const first = isUnlike(this.#names);
    return { firstUnlike: first || null, areEqual: first === 0 && isUnlike(this.#places) === 0 };
  }
}

/** Continues a hash: FNV-1a with 32 bits (Fowler, Noll and Vo). */
function hashed(hash = 0x811c9dc5, text: string): number {
  let value = hash;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return Math.imul(value ^ 10, 0x01000193);
}
