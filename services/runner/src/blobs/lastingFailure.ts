/** A failure that looks permanent, in contrast to an outage: it is given up after a few tries. */
export class LastingFailure extends Error {
  override name = 'LastingFailure';
}
