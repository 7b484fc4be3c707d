/** Not an outage: waiting longer would hardly mend it, so that it is given up after a few tries. */
export class LastingFailure extends Error {
  override name = 'LastingFailure';
}
