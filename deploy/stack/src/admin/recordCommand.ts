import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { Fault, isUnavailable, toFault } from '@rotamer/kit/errors/fault.ts';
import type { Clients } from './clients.ts';
import { WrongCall } from './values.ts';

/** The options whose values are recorded: ids, amounts and enumerations. Names, addresses and files are not. */
const RECORDED = [
  'workspace',
  'user',
  'key',
  'workflow',
  'id',
  'release',
  'role',
  'plan',
  'credits',
  'grant-id',
  'scopes',
  'expires',
  'grant',
  'everyone',
  'workspaces',
  'revoke',
  'concurrent-jobs',
  'jobs-per-day',
  'storage-bytes',
  'requests-per-minute',
  'topic',
  'group',
  'limit',
];

/** The options that name what a command is about, the most specific first. */
const SUBJECTS = ['key', 'user', 'workflow', 'id', 'workspace'];

/**
 * Runs a command between the two entries of the audit log: its intent is stored first, and its outcome afterwards.
 *
 * @throws what the command throws; and a fault, without running it, when the gateway cannot record it
 */
export async function recordCommand(
  name: string,
  options: Record<string, string>,
  { audit }: Pick<Clients, 'audit'>,
  run: () => Promise<object>,
): Promise<object> {
  const intentId = randomUUID();
  const subject = SUBJECTS.find((option) => options[option]);
  await audit
    .beginCommand({
      intentId,
      action: `operator.${name.replaceAll(/\W/g, '_')}`,
      resourceType: name.split(' ')[0]!.replaceAll('-', '_'),
      resourceId: subject && options[subject],
      workspaceId: options.workspace,
      operator: operatorName(),
    })
    .catch((error: unknown) => {
      throw notRecorded(error);
    });
  const end = (outcome: string, code: string, answer: object) =>
    audit
      .endCommand({ intentId, outcome, code, resourceId: idOf(answer), factsJson: factsOf(options) })
      .catch(() => {});
  try {
    const answer = await run();
    await end('ok', '', answer);
    return answer;
  } catch (error) {
    if (error instanceof WrongCall) await end('refused', 'wrong_call', {});
    else await end(isUnavailable(error) ? 'unknown' : 'refused', toFault(error).code, {});
    throw error;
  }
}

function notRecorded(error: unknown): Fault {
  const { code, message } = toFault(error);
  return new Fault(code, `The command was not run, because the gateway cannot record it in the audit log: ${message}`, {
    resolution: 'Run it again when the gateway answers.',
    cause: error,
  });
}

function factsOf(options: Record<string, string>): string {
  const known = RECORDED.filter((option) => options[option] !== undefined);
  return JSON.stringify(Object.fromEntries(known.map((option) => [option.replaceAll('-', '_'), options[option]])));
}

function idOf(answer: object): string | undefined {
  const { id } = answer as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** The account and host of the operator, as this machine says. A container may have no account name. */
function operatorName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `uid-${process.getuid?.()}@${hostname()}`;
  }
}
