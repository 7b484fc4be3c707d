import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { MailsDefinition } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Deps } from '../deps.ts';
import { changeChoices } from './rpc/changeChoices.ts';
import { getChoices } from './rpc/getChoices.ts';
import { putPeople } from './rpc/putPeople.ts';
import { requestMail } from './rpc/requestMail.ts';
import { takeOver } from './rpc/takeOver.ts';

const GATEWAY = ['gateway'] as const;

/** The RPCs about mails, and who may call each. */
export function mailRpcs(deps: Pick<Deps, 'db'>): GrpcService {
  return grpcService(
    MailsDefinition,
    {
      getChoices: getChoices(deps),
      changeChoices: changeChoices(deps),
      requestMail: requestMail(deps),
      putPeople: putPeople(deps),
      takeOver: takeOver(deps),
    },
    { getChoices: GATEWAY, changeChoices: GATEWAY, requestMail: GATEWAY, putPeople: GATEWAY, takeOver: GATEWAY },
  );
}
