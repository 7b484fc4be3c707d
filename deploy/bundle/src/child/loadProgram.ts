import { existsSync, readFileSync } from 'node:fs';
import { constants, Script } from 'node:vm';

/** The program of one tool. */
export interface Program {
  main(): Promise<never>;
}

/** The file with V8's compiled code of a program. */
export const codeCacheOf = (file: string) => `${file}.cache`;

/**
 * Loads the program of a tool: a function expression with the parameters `module` and `require`. When the compiled code comes from
 * another version of V8, V8 ignores it and compiles the program again.
 */
export function loadProgram(file: string): { script: Script; program: Program } {
  const cache = codeCacheOf(file);
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
  });
  const module = { exports: {} as Program };
  script.runInThisContext()(module, require);
  return { script, program: module.exports };
}
