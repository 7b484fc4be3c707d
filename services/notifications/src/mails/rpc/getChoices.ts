import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetChoicesRequest, MailChoices } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../../deps.ts';
import { readChoices } from '../noticeStore.ts';

/** Returns what an address has chosen. */
export function getChoices({ db }: Pick<Deps, 'db'>): Rpc<GetChoicesRequest, MailChoices> {
  return async ({ email }) => ({ choices: await readChoices(db, email) });
}
