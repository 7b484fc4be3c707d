import { Fault } from '@rotamer/kit/errors/fault.ts';

/**
 * Returns the credits that a field of a form names. `what`: the field, in a sentence.
 *
 * @throws validation_error when the text is not a number of credits
 */
export function creditsIn(text: string, what: string): number {
  const credits = Number(text);
  if (text !== '' && Number.isFinite(credits) && credits >= 0) return credits;
  throw new Fault('validation_error', `${what} is a number of credits, such as 100; ${JSON.stringify(text)} is not.`, {
    resolution: 'Go back and change it.',
  });
}
