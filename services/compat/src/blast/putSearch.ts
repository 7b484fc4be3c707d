import { randomUUID } from 'node:crypto';
import { ApiError } from '../api/apiError.ts';
import { BadRequest } from '../http/badRequest.ts';
import { inOwnWords } from '../http/inOwnWords.ts';
import type { Command } from './command.ts';
import { ridOf } from './findSearch.ts';
import { acceptedPage } from './pages.ts';
import { searchOf } from './searchOf.ts';

/** Seconds after which a search may be ready, for RTOE. Clients poll after that. */
const RTOE = 5;

/** `CMD=Put`: submits a search. */
export const putSearch: Command = async ({ fields, api }, { aliases }) => {
  const { body, names } = searchOf(fields, aliases);
  const job = await api.submit(body, randomUUID()).catch((error: unknown) => {
    throw error instanceof ApiError && error.problems.length > 0 ? new BadRequest(inOwnWords(error, names)) : error;
  });
  return acceptedPage(ridOf(job), RTOE);
};
