import { BadRequest } from './badRequest.ts';
import type { Fields } from './fields.ts';

/** Settings of a tool, by name. */
export type Settings = Record<string, unknown>;

/**
 * Reads the text of one parameter. Returns the settings that it stands for.
 *
 * @throws BadRequest for a text that it does not support; the message lacks the parameter's name
 */
export type Reader = (text: string) => Settings;

/** Which parameter stands for which settings: the table of a protocol. */
export type Readers = Record<string, Reader>;

export interface ReadSettings {
  settings: Settings;
  /** The parameter from which each setting came. */
  origins: Map<string, string>;
}

/**
 * Returns the settings of a request by the table of its protocol. Parameters without a text count as not given.
 *
 * @throws BadRequest naming every parameter that is unknown or has an unsupported text
 */
export function readParameters(readers: Readers, fields: Fields): ReadSettings {
  const settings: Settings = {};
  const origins = new Map<string, string>();
  const problems: string[] = [];
  for (const [name, text] of fields) {
    if (text.trim() === '') continue;
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    try {
      if (!reader) throw new BadRequest('is not supported by Rotamer');
      for (const [setting, value] of Object.entries(reader(text.trim()))) {
        settings[setting] = value;
        origins.set(setting, name);
      }
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      problems.push(`${name} ${error.message}`);
    }
  }
  if (problems.length > 0) throw new BadRequest(problems.join('; '));
  return { settings, origins };
}

/** Ignores a parameter, which changes only how results are shown. */
export const shown: Reader = () => ({});

/** Reads a number into a setting. */
export const number =
  (setting: string): Reader =>
  (text) => ({ [setting]: numberOf(text) });

/** Reads a text into a setting. */
export const text =
  (setting: string): Reader =>
  (given) => ({ [setting]: given });

/** Reads one of the texts of a table into the settings that the table has for it. Upper and lower case are the same. */
export const oneOf =
  (choices: Record<string, Settings>): Reader =>
  (given) => {
    const found = Object.entries(choices).find(([name]) => name.toLowerCase() === given.toLowerCase());
    if (!found) throw new BadRequest(`must be one of ${Object.keys(choices).join(', ')}, not '${given}'`);
    return found[1];
  };

/** Accepts only texts that change nothing, and refuses others with a reason. */
export const only =
  (texts: string[], because: string): Reader =>
  (given) => {
    if (texts.some((one) => one.toLowerCase() === given.toLowerCase())) return {};
    throw new BadRequest(`'${given}' is not supported: ${because}`);
  };

/** Returns the number in a text. */
export function numberOf(given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value)) throw new BadRequest(`must be a number, not '${given}'`);
  return value;
}
