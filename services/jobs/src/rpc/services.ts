import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { SharingDefinition } from '@rotamer/proto/jobs/v1/sharing.ts';
import { announce } from './announce.ts';
import { cancel } from './cancel.ts';
import { claim } from './claim.ts';
import { complete } from './complete.ts';
import { countActive } from './countActive.ts';
import type { Deps } from './deps.ts';
import { fetchInputs } from './fetchInputs.ts';
import { getEach } from './getEach.ts';
import { getMany } from './getMany.ts';
import { getResult } from './getResult.ts';
import { getSharing } from './getSharing.ts';
import { getTool } from './getTool.ts';
import { handBack } from './handBack.ts';
import { heartbeat } from './heartbeat.ts';
import { list } from './list.ts';
import { listTools } from './listTools.ts';
import { openShare } from './openShare.ts';
import { quote } from './quote.ts';
import { retry } from './retry.ts';
import { started } from './started.ts';
import { submit } from './submit.ts';
import { submitEach } from './submitEach.ts';
import { updateSharing } from './updateSharing.ts';

const GATEWAY = ['gateway'] as const;
const RUNNER = ['runner'] as const;

/** What jobs answers, and who may ask. */
export function services(deps: Deps): GrpcService[] {
  const submitOne = submit(deps);
  const jobs = grpcService(
    JobsDefinition,
    {
      listTools: listTools(deps),
      getTool: getTool(deps),
      quote: quote(deps),
      submit: submitOne,
      submitEach: submitEach(submitOne),
      getEach: getEach(deps),
      list: list(deps),
      getMany: getMany(deps),
      cancel: cancel(deps),
      retry: retry(deps),
      getResult: getResult(deps),
      countActive: countActive(deps),
    },
    {
      listTools: GATEWAY,
      getTool: GATEWAY,
      quote: GATEWAY,
      submit: GATEWAY,
      submitEach: GATEWAY,
      getEach: GATEWAY,
      list: GATEWAY,
      getMany: GATEWAY,
      cancel: GATEWAY,
      retry: GATEWAY,
      getResult: GATEWAY,
      countActive: GATEWAY,
    },
  );
  const leases = grpcService(
    LeasesDefinition,
    {
      announce: announce(deps),
      claim: claim(deps),
      fetchInputs: fetchInputs(deps),
      started: started(deps),
      heartbeat: heartbeat(deps),
      complete: complete(deps),
      handBack: handBack(deps),
    },
    {
      announce: RUNNER,
      claim: RUNNER,
      fetchInputs: RUNNER,
      started: RUNNER,
      heartbeat: RUNNER,
      complete: RUNNER,
      handBack: RUNNER,
    },
  );
  const sharing = grpcService(
    SharingDefinition,
    { getSharing: getSharing(deps), updateSharing: updateSharing(deps), openShare: openShare(deps) },
    { getSharing: GATEWAY, updateSharing: GATEWAY, openShare: GATEWAY },
  );
  return [jobs, leases, sharing];
}
