import { membersService } from '@rotamer/domain/membership/membersService.ts';
import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { orphanService } from '@rotamer/kit/service/orphanService.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { DatasetsDefinition } from '@rotamer/proto/jobs/v1/datasets.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { SharingDefinition } from '@rotamer/proto/jobs/v1/sharing.ts';
import type { Deps } from './deps.ts';
import { existingJobs } from './job/jobStore.ts';
import { assessMany } from './rpc/assessMany.ts';
import { batchGet } from './rpc/batchGet.ts';
import { batchSubmit } from './rpc/batchSubmit.ts';
import { cancel } from './rpc/cancel.ts';
import { cancelMany } from './rpc/cancelMany.ts';
import { change } from './rpc/change.ts';
import { countActive } from './rpc/countActive.ts';
import { beginRelease } from './rpc/datasets/beginRelease.ts';
import { changeRelease } from './rpc/datasets/changeRelease.ts';
import { getDataset } from './rpc/datasets/getDataset.ts';
import { grantDataset } from './rpc/datasets/grantDataset.ts';
import { listAllDatasets } from './rpc/datasets/listAllDatasets.ts';
import { listDatasets } from './rpc/datasets/listDatasets.ts';
import { describe } from './rpc/describe.ts';
import { describeQueue } from './rpc/describeQueue.ts';
import { findSubmission } from './rpc/findSubmission.ts';
import { getMany } from './rpc/getMany.ts';
import { getResult } from './rpc/getResult.ts';
import { getTool } from './rpc/getTool.ts';
import { announce } from './rpc/leases/announce.ts';
import { claim } from './rpc/leases/claim.ts';
import { complete } from './rpc/leases/complete.ts';
import { fetchInputs } from './rpc/leases/fetchInputs.ts';
import { handBack } from './rpc/leases/handBack.ts';
import { heartbeat } from './rpc/leases/heartbeat.ts';
import { recordRun } from './rpc/leases/recordRun.ts';
import { requireLeaseToken } from './rpc/leases/requireLeaseToken.ts';
import { signRelease } from './rpc/leases/signRelease.ts';
import { signUpload } from './rpc/leases/signUpload.ts';
import { started } from './rpc/leases/started.ts';
import { list } from './rpc/list.ts';
import { listTools } from './rpc/listTools.ts';
import { locateInput } from './rpc/locateInput.ts';
import { closeProject } from './rpc/members/closeProject.ts';
import { countMembers } from './rpc/members/countMembers.ts';
import { findMembers } from './rpc/members/findMembers.ts';
import { setProject } from './rpc/members/setProject.ts';
import { quote } from './rpc/quote.ts';
import { readLog } from './rpc/readLog.ts';
import { recall } from './rpc/recall.ts';
import { retry } from './rpc/retry.ts';
import { getSharing } from './rpc/sharing/getSharing.ts';
import { openShare } from './rpc/sharing/openShare.ts';
import { updateSharing } from './rpc/sharing/updateSharing.ts';
import { stop } from './rpc/stop.ts';
import { submit } from './rpc/submit.ts';

const GATEWAY = ['gateway'] as const;
const WORKFLOWS = ['workflows'] as const;
const USERS = [...GATEWAY, ...WORKFLOWS] as const;
const OPERATOR = ['operator'] as const;
const RUNNER = ['runner'] as const;
/** `attempt` is the pod of one attempt, whose only credential is its lease token. */
const HOLDER = ['runner', 'attempt'] as const;

/** Returns the gRPC services of jobs, with the services that may call each method. */
export function rpcTable(deps: Deps): GrpcService[] {
  const submitOne = submit(deps);
  const jobs = grpcService(
    JobsDefinition,
    {
      listTools: listTools(deps),
      getTool: getTool(deps),
      quote: quote(deps),
      assessMany: assessMany(deps),
      submit: submitOne,
      findSubmission: findSubmission(deps),
      batchSubmit: batchSubmit(submitOne),
      batchGet: batchGet(deps),
      describe: describe(deps),
      locateInput: locateInput(deps),
      readLog: readLog(deps),
      list: list(deps),
      getMany: getMany(deps),
      cancel: cancel(deps),
      stop: stop(deps),
      cancelMany: cancelMany(deps),
      retry: retry(deps),
      change: change(deps),
      recall: recall(deps),
      getResult: getResult(deps),
      describeQueue: describeQueue(deps),
      countActive: countActive(deps),
    },
    {
      listTools: USERS,
      getTool: USERS,
      quote: USERS,
      assessMany: WORKFLOWS,
      submit: USERS,
      findSubmission: GATEWAY,
      batchSubmit: USERS,
      batchGet: GATEWAY,
      describe: GATEWAY,
      locateInput: GATEWAY,
      readLog: GATEWAY,
      list: GATEWAY,
      getMany: USERS,
      cancel: GATEWAY,
      stop: GATEWAY,
      cancelMany: WORKFLOWS,
      retry: GATEWAY,
      change: GATEWAY,
      recall: GATEWAY,
      getResult: GATEWAY,
      describeQueue: GATEWAY,
      countActive: GATEWAY,
    },
  );
  const datasets = grpcService(
    DatasetsDefinition,
    {
      list: listDatasets(deps),
      get: getDataset(deps),
      listAll: listAllDatasets(deps),
      begin: beginRelease(deps),
      change: changeRelease(deps),
      grant: grantDataset(deps),
    },
    { list: USERS, get: USERS, listAll: OPERATOR, begin: OPERATOR, change: OPERATOR, grant: OPERATOR },
  );
  const leases = grpcService(
    LeasesDefinition,
    {
      announce: announce(deps),
      signRelease: signRelease(deps),
      claim: claim(deps),
      fetchInputs: requireLeaseToken(deps, fetchInputs(deps)),
      signUpload: requireLeaseToken(deps, signUpload(deps)),
      started: requireLeaseToken(deps, started(deps)),
      heartbeat: requireLeaseToken(deps, heartbeat(deps)),
      recordRun: requireLeaseToken(deps, recordRun(deps)),
      complete: requireLeaseToken(deps, complete(deps)),
      handBack: requireLeaseToken(deps, handBack(deps)),
    },
    {
      announce: RUNNER,
      signRelease: RUNNER,
      claim: RUNNER,
      fetchInputs: HOLDER,
      signUpload: HOLDER,
      started: HOLDER,
      heartbeat: HOLDER,
      recordRun: HOLDER,
      complete: HOLDER,
      handBack: HOLDER,
    },
  );
  const sharing = grpcService(
    SharingDefinition,
    { getSharing: getSharing(deps), updateSharing: updateSharing(deps), openShare: openShare(deps) },
    { getSharing: GATEWAY, updateSharing: GATEWAY, openShare: GATEWAY },
  );
  const members = membersService({
    countMembers: countMembers(deps),
    findMembers: findMembers(deps),
    setProject: setProject(deps),
    closeProject: closeProject(deps),
  });
  const orphans = orphanService(deps, 'artifacts', (ids) => existingJobs(deps.db, ids));
  return [
    jobs,
    datasets,
    leases,
    sharing,
    members,
    orphans,
    deadLetterService(parkedWork(deps.db, 'jobs'), ['gateway']),
  ];
}
