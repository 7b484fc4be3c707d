import type { SubmittedInputBody } from '@rotamer/api/schemas/jobInput.ts';
import type { ResultFile } from '../api/gateway.ts';
import type { Aliases } from '../databases.ts';
import type { Fields } from '../http/fields.ts';
import { oneOf, only, type Reader, type Settings, shown } from '../http/readParameters.ts';

/** One parameter of a service, as `parameterdetails` describes it. */
export interface Parameter {
  name: string;
  description: string;
  type: 'STRING' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN';
  /** The texts that it takes, where they are few. */
  values?: string[];
  default?: string;
  /** Reads it into settings of the tool. */
  read: Reader;
}

/** A kind of file that a job has made. */
export interface ResultType {
  identifier: string;
  label: string;
  suffix: string;
  mediaType: string;
  file: ResultFile;
}

export interface ServiceInputs {
  inputs: SubmittedInputBody[];
  /** The parameter of each input, for messages. */
  names: string[];
  /** Settings that belong to the inputs, such as the dataset. */
  settings: Settings;
}

/** A tool of the Job Dispatcher, and the tool of Rotamer that stands for it. */
export interface Service {
  id: string;
  tool: string;
  parameters: Record<string, Parameter>;
  /** Settings where the defaults of this service differ from those of the tool. */
  defaults?: Settings;
  /** Reads the parameters that are inputs. */
  inputs(fields: Fields, aliases: Aliases): ServiceInputs;
  /** Changes settings that depend on other parameters. */
  adjust?(settings: Settings, fields: Fields): Settings;
  resultTypes(files: ResultFile[]): ResultType[];
}

type About = Pick<Parameter, 'name' | 'description'> & { default?: string };

export const text = (about: About, read: Reader): Parameter => ({ ...about, type: 'STRING', read });
export const integer = (about: About, read: Reader): Parameter => ({ ...about, type: 'INTEGER', read });
export const double = (about: About, read: Reader): Parameter => ({ ...about, type: 'DOUBLE', read });

/** A parameter with a list of texts, and the settings of each. */
export const choice = (about: About, choices: Record<string, Settings>): Parameter => ({
  ...about,
  type: 'STRING',
  values: Object.keys(choices),
  read: oneOf(choices),
});

/** A parameter that is true or false, and the settings of each. */
export const flag = (about: About, whenTrue: Settings, whenFalse: Settings): Parameter => ({
  ...about,
  type: 'BOOLEAN',
  values: ['true', 'false'],
  read: oneOf({ true: whenTrue, false: whenFalse }),
});

/** A parameter of which Rotamer has only these texts. */
export const fixed = (name: string, texts: string[], because: string): Parameter => ({
  name,
  description: `Only ${texts.join(', ') || 'without a value'}: ${because}`,
  type: 'STRING',
  values: texts,
  default: texts[0],
  read: only(texts, because),
});

/** A parameter that changes only how results are shown. */
export const ofDisplay = (name: string): Parameter => ({
  name,
  description: 'Accepted, and changes nothing: the result has it all',
  type: 'STRING',
  read: shown,
});

/** A parameter that `inputs` of the service reads. */
export const ofInput = (name: string, description: string): Parameter => ({
  name,
  description,
  type: 'STRING',
  read: shown,
});

/** Returns the result type of the first file of a port; nothing without one. */
export function fileOfPort(files: ResultFile[], port: string, about: Omit<ResultType, 'file'>): ResultType[] {
  const file = files.find(({ output_port_id }) => output_port_id === port);
  return file ? [{ ...about, file }] : [];
}

export const plainText = (identifier: string, label: string, suffix = 'txt') => ({
  ...{ identifier, label, suffix },
  mediaType: 'text/plain',
});
