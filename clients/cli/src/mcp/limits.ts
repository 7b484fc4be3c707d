import { z } from 'zod';

/** Maximum length of ids and names. */
export const id = (what: string) => z.string().min(1).max(200).describe(what);

export const offset = z.number().int().min(0).max(1_000_000_000).default(0).describe('where to begin');

export const limit = (most: number) => z.number().int().min(1).max(most).describe('how many at most');
