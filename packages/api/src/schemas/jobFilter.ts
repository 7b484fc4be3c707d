import { LABEL_LIST } from '@rotamer/domain/labels.ts';
import { Type } from 'typebox';
import { listOfWords, MOMENT } from './idPatterns.ts';
import { jobStatuses } from './job.ts';
import { MAX_ID, MAX_NAME } from './jobInput.ts';

/** The query parameters that select resources by their time of creation. */
export const createdQuery = {
  created_after: Type.Optional(
    Type.String({ pattern: MOMENT, description: 'Created at this time or later: a day or a time in UTC, ending in Z' }),
  ),
  created_before: Type.Optional(Type.String({ pattern: MOMENT, description: 'Created before this time' })),
};

/** The query parameters that select jobs, without those of a page. */
export const jobFilterQuery = {
  status: Type.Optional(
    Type.String({
      pattern: listOfWords(jobStatuses),
      description: 'One or several statuses, separated by commas',
      examples: ['FAILED,TIMEOUT'],
    }),
  ),
  tool: Type.Optional(Type.String({ maxLength: MAX_ID, minLength: 1, description: 'Id of the tool' })),
  name: Type.Optional(Type.String({ maxLength: MAX_NAME, minLength: 1, description: 'Part of the name, in any case' })),
  created_by: Type.Optional(
    Type.String({
      maxLength: 64,
      minLength: 1,
      description: '`me`, the id of a user, or the id of an API key that you may see',
    }),
  ),
  ...createdQuery,
  run_id: Type.Optional(
    Type.String({ maxLength: 64, minLength: 1, description: 'Only jobs of this workflow run or batch' }),
  ),
  label: Type.Optional(
    Type.String({
      pattern: LABEL_LIST,
      maxLength: 4096,
      description:
        '`key=value`, or several separated by commas: only jobs with all of these labels. The parameter of a query may also be repeated',
      examples: ['plate=7'],
    }),
  ),
};
