import { type Problem, ToolError } from '../contract.ts';
import { type PatternRecord, patternProblem } from './patterns.ts';
import { quoted } from './problems.ts';
import type { FromInput } from './readInputs.ts';

/** Twice the length of the longest PAINS filter. */
const MAX_SMARTS_LENGTH = 1000;

/** Characters that do not occur in SMARTS. RDKit would also parse JSON and other notations. */
const foreign = /[^A-Za-z0-9@+\-[\]()\\/%=#$.:*&,;!~^>{}_?]/u;

/** Returns the problem of a SMARTS that can be found without a toolkit. RDKit judges the rest at run time. */
export function smartsProblem(smarts: string): string | undefined {
  if (smarts.length > MAX_SMARTS_LENGTH) return `has ${smarts.length} characters, the limit is ${MAX_SMARTS_LENGTH}`;
  const found = foreign.exec(smarts)?.[0];
  if (found) return `has the character ${quoted(found)}, which is not allowed in SMARTS`;
  const open: string[] = [];
  for (const character of smarts) {
    if (character === '(' || character === '[') open.push(character === '(' ? ')' : ']');
    else if ((character === ')' || character === ']') && open.pop() !== character)
      return `has a '${character}' that closes nothing`;
  }
  return open.length > 0 ? `lacks a '${open.at(-1)}'` : undefined;
}

/** Returns the problems of a list of SMARTS in the settings. */
export function smartsSettingProblems(setting: string, values: string[]): Problem[] {
  return values.flatMap((smarts, i) => {
    const reason = smartsProblem(smarts);
    return reason ? [{ path: `settings.${setting}[${i}]`, message: `${quoted(smarts)} ${reason}` }] : [];
  });
}

/** Returns the problems of the SMARTS of a slot. */
export function smartsRecordProblems(records: FromInput<PatternRecord>[]): Problem[] {
  return records.flatMap((record) => {
    const reason = smartsProblem(record.text);
    return reason ? [{ path: `${record.inputPath}.content`, message: patternProblem(record, reason) }] : [];
  });
}

/** Lets RDKit check all SMARTS before the first molecule is processed. */
export async function refuseSmarts(
  rdkit: { refuseSmarts(smarts: string): Promise<string | undefined> },
  patterns: { smarts: string; path: string }[],
): Promise<void> {
  for (const { smarts, path } of patterns) {
    const reason = await rdkit.refuseSmarts(smarts);
    if (reason) throw new ToolError(`${path}: SMARTS ${quoted(smarts)}: ${reason}`);
  }
}
