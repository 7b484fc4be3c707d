import * as Type from 'typebox';
import { DATASET_ID, RELEASE_ID } from './reference.ts';

/** Returns the setting that names a dataset. */
export const datasetSetting = (what: string) =>
  Type.String({
    maxLength: 129,
    pattern: `^(${DATASET_ID}(@${RELEASE_ID})?)?$`,
    default: '',
    description: `${what} to search instead of inputs: \`swissprot\` for its newest release, or \`swissprot@2026_04\``,
  });
