/** Thrown after Ctrl-C. */
export class Interrupted extends Error {
  override name = 'Interrupted';

  constructor() {
    super('Interrupted.');
  }
}
