import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { RequestMailRequest, RequestMailResponse } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../../deps.ts';
import { requestNotice } from '../noticeStore.ts';

/** Records that a submission asked for a mail at the end of its job or run. */
export function requestMail({ db }: Pick<Deps, 'db'>): Rpc<RequestMailRequest, RequestMailResponse> {
  return async ({ subjectId, userId }) => {
    await requestNotice(db, subjectId, userId);
    return {};
  };
}
