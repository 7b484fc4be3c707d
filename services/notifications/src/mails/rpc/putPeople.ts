import { transaction } from '@rotamer/kit/db/transaction.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { PutPeopleRequest, PutPeopleResponse } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../../deps.ts';
import { markPeopleComplete, putPeople as storePeople } from '../people/peopleStore.ts';

const MAX_PEOPLE = 500;

/** Stores who people are. */
export function putPeople({ db }: Pick<Deps, 'db'>): Rpc<PutPeopleRequest, PutPeopleResponse> {
  return async ({ people, complete }) => {
    if (people.length > MAX_PEOPLE)
      throw validationFault([{ path: 'people', message: `must have at most ${MAX_PEOPLE} items` }]);
    await transaction(db, async (tx) => {
      if (people.length > 0) await storePeople(tx, people);
      if (complete) await markPeopleComplete(tx);
    });
    return {};
  };
}
