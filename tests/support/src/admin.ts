import { runAdmin } from '@rotamer/stack/admin/runAdmin.ts';

type Options = Record<string, string | number | undefined>;

/** Runs admin commands against the stack of a data folder. */
export interface Admin {
  /**
   * `command('workspace create', { name: 'x' })`; options without a value are omitted. Throws when the command fails.
   */
  // biome-ignore lint/suspicious/noExplicitAny: commands return different objects, and tests assert what they expect
  command(name: string, options?: Options): Promise<any>;
}

/**
 * Runs `npm run admin` in this process. The stories together make hundreds of these calls, and starting Node for each
 * took longer than the stories. One story runs the command as operators do.
 */
export function createAdmin(dataDir: string): Admin {
  return {
    async command(name, options = {}) {
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      const args = given.flatMap(([option, value]) => [`--${option}`, String(value)]);
      const { exitCode, text } = await runAdmin([...name.split(' '), ...args, '--json', '--data', dataDir], {});
      if (exitCode !== 0) throw new Error(`admin ${name} exited with ${exitCode}: ${text}`);
      return JSON.parse(text);
    },
  };
}
