import type { TextProblems } from '../../problems.ts';
import type { OpenRows } from '../openRows.ts';

/** Reads the lines of an alignment. Returns false after a problem that makes all further lines meaningless. */
export type Reader = (lines: string[], rows: OpenRows, problems: TextProblems) => boolean;
