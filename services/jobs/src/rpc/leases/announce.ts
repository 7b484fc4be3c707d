import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { AnnounceRequest, AnnounceResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { refuseUnboundedRunner } from '../../leases/runnerBounds.ts';
import { announceRunner, wantedDatasets } from '../../leases/runnerStore.ts';
import { OFFERS_SIGNAL } from '../../work/matchOffers.ts';

export function announce({ db, signals }: Pick<Deps, 'db' | 'signals'>): Rpc<AnnounceRequest, AnnounceResponse> {
  return async ({ runnerId, offers, datasets, fetchesDatasets }) => {
    refuseUnboundedRunner({ runnerId, offers, datasets });
    if (await announceRunner(db, runnerId, { offers, datasets })) signals.send(OFFERS_SIGNAL);
    return { wantedDatasets: fetchesDatasets ? await wantedDatasets(db) : [] };
  };
}
