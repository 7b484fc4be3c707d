// A service of Restate with one handler that does nothing, so that only Restate is measured.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerParent } from '../../child.ts';

export interface ServiceOrder {
  /** Folder of the SDK, which is not a dependency of Rotamer. */
  programs: string;
  port: number;
}

/** The part of the SDK that is used here. */
interface Sdk {
  service(definition: { name: string; handlers: Record<string, (context: unknown) => Promise<unknown>> }): unknown;
  serve(options: { services: unknown[]; port: number }): Promise<number>;
}

answerParent<ServiceOrder>(async ({ programs, port }) => {
  process.env.RESTATE_LOGGING = 'ERROR';
  const file = createRequire(join(programs, 'package.json')).resolve('@restatedev/restate-sdk');
  const sdk = (await import(pathToFileURL(file).href)) as Sdk;
  const jobs = sdk.service({ name: 'jobs', handlers: { run: async () => ({ done: true }) } });
  await sdk.serve({ services: [jobs], port });
});
