import { runAdmin } from '@rotamer/stack/admin/runAdmin.ts';

type Options = Record<string, string | number | undefined>;

/** Runs operators' commands against the stack of a data folder. */
export interface Admin {
  /**
   * `command('workspace create', { name: 'x' })`; options without a value are left out. Throws when it is refused.
   */
  // biome-ignore lint/suspicious/noExplicitAny: every command answers something else, and tests say what they expect
  command(name: string, options?: Options): Promise<any>;
}

/**
 * What `npm run admin` runs, in this process: a run of all stories makes hundreds of these calls, and starting Node for
 * each took more time than the stories. One story calls it as operators do.
 */
export function createAdmin(dataDir: string): Admin {
  return {
    async command(name, options = {}) {
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      const args = given.flatMap(([option, value]) => [`--${option}`, String(value)]);
      const { exitCode, text } = await runAdmin([...name.split(' '), ...args, '--json', '--data', dataDir], {});
      if (exitCode !== 0) throw new Error(`admin ${name} ended with ${exitCode}: ${text}`);
      return JSON.parse(text);
    },
  };
}
