import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { recordDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import type { TakeOverRequest, TakeOverResponse } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../../deps.ts';
import { GROUP } from '../noticeEvents.ts';
import * as taken from '../takenStore.ts';

/** The group under which the inbox has what was taken over, so that a repeated call changes nothing. */
const TAKEN = 'mails taken over';

/**
 * Takes over what a gateway before release 0.3 had collected. An event that both have handled has one notice: that of the gateway,
 * which may have sent its mail. No mail is sent before all is taken over, because people are complete only afterwards.
 */
export function takeOver({ db }: Pick<Deps, 'db'>): Rpc<TakeOverRequest, TakeOverResponse> {
  return async ({ handledEventIds, choices, requests, notices, mails, days }) => {
    await transaction(db, async (tx) => {
      const freshOf = (ids: string[]) => recordDeliveries(tx, TAKEN, ids);
      const handled = [...(await freshOf(handledEventIds))];
      const isFresh = await recordDeliveries(tx, GROUP, handled);
      await taken.dropHandled(
        tx,
        handled.filter((id) => !isFresh.has(id)),
      );
      for (const { email, choices: chosen } of choices) await taken.addChoices(tx, email, chosen);
      await taken.addRequests(tx, requests);
      const idOf = ({ eventId, userId }: { eventId: string; userId: string }) => `${eventId} ${userId}`;
      const freshNotices = await freshOf(notices.map(idOf));
      await taken.addNotices(
        tx,
        notices.filter((one) => freshNotices.has(idOf(one))),
      );
      const freshMails = await freshOf(mails.map(({ id }) => id));
      await taken.addMails(
        tx,
        mails.filter(({ id }) => freshMails.has(id)),
      );
      await taken.addDays(tx, days);
    });
    return {};
  };
}
