import { noticeKindOf } from '@rotamer/api/schemas/notices.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ChangeChoicesRequest, MailChoices } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../../deps.ts';
import { readChoices, saveChoices } from '../noticeStore.ts';

const CHOICES = ['always', 'requested', 'never'];

/** Changes choices of an address. @throws validation_error for unknown kinds and choices */
export function changeChoices({ db }: Pick<Deps, 'db'>): Rpc<ChangeChoicesRequest, MailChoices> {
  return async ({ email, choices }) => {
    const bad = Object.entries(choices).filter(([kind, choice]) => !noticeKindOf(kind) || !CHOICES.includes(choice));
    const problems = bad.map(([kind]) => ({
      path: `choices.${kind}`,
      message: 'is not a kind of mail with its choice',
    }));
    if (problems.length > 0) throw validationFault(problems);
    await saveChoices(db, email, choices);
    return { choices: await readChoices(db, email) };
  };
}
