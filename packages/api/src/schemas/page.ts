import { Type } from 'typebox';
import { PROJECT_ID } from './idPatterns.ts';

/** Default page size. */
export const PAGE = 20;

/** The query parameters of every list. */
export const cursorQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE })),
  starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the previous page' })),
};

/** The query parameters of a list of resources that can be in a project. `what`: their name for descriptions. */
export function pageQuery(what: string) {
  return {
    ...cursorQuery,
    project_id: Type.Optional(Type.String({ pattern: PROJECT_ID, description: `Only ${what} in this project` })),
    unassigned: Type.Optional(
      Type.Boolean({ description: `Only ${what} without a project; cannot be combined with \`project_id\`` }),
    ),
  };
}
