import { Fault } from '@rotamer/kit/errors/fault.ts';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { grpcService, startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import type { StoredBytes, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import {
  type CompleteRequest,
  type DeepPartial,
  type HeartbeatResponse,
  type Lease,
  type LeasesClient,
  LeasesDefinition,
  type SignUploadResponse,
  Stop,
} from '@rotamer/proto/jobs/v1/leases.ts';

const TOKEN = 'a token of the runner';
const ATTEMPT_TOKEN = 'a token of all attempts';

/** A job as the fake hands it out. */
export interface FakeJob {
  lease: Lease;
  inputs: DeepPartial<SubmittedInput>[];
  settings?: unknown;
  downloadUrls?: Record<string, string>;
  /** Returns where an object may be stored. By default no URL is signed, as with a folder of blobs. */
  signUpload?: (object: StoredBytes) => SignUploadResponse;
  /** Returns the response to `Started` and every heartbeat; by default: continue. */
  answer?: (runtimeMs: number) => DeepPartial<HeartbeatResponse>;
}

type Method = keyof LeasesClient;
type Methods = typeof LeasesDefinition.methods;
type Requests = { [Name in Method]: ReturnType<Methods[Name]['requestType']['create']> };

/** The Leases API over real gRPC, with the jobs in a list and every call recorded. */
export async function startFakeJobs() {
  const waiting: FakeJob[] = [];
  const leased = new Map<string, FakeJob>();
  const calls: { method: Method; request: unknown }[] = [];
  const reports: CompleteRequest[] = [];
  /** While `away` is set, every call fails with service_unavailable. */
  const state = { away: false, refused: 0, wanted: [] as string[] };

  const jobOf = ({ jobId, leaseToken }: { jobId: string; leaseToken: string }) => {
    const job = leased.get(jobId);
    if (job && job.lease.leaseToken !== leaseToken) throw new Fault('forbidden', 'Not the token of this lease.');
    if (!job) throw new Fault('not_found', 'No such lease.');
    return job;
  };
  function record<Name extends Method>(method: Name, request: Requests[Name]): void {
    if (state.away) {
      state.refused++;
      throw new Fault('service_unavailable', 'unavailable');
    }
    calls.push({ method, request });
  }
  const goOn = (job: FakeJob, runtimeMs: number) => job.answer?.(runtimeMs) ?? { stop: Stop.NONE, graceMs: 120_000 };

  const service = grpcService(
    LeasesDefinition,
    {
      async announce(request) {
        record('announce', request);
        return { wantedDatasets: state.wanted };
      },
      async signRelease(request) {
        record('signRelease', request);
        return {};
      },
      async claim(request) {
        record('claim', request);
        const taken = waiting.splice(0, request.limit);
        for (const job of taken) leased.set(job.lease.jobId, job);
        if (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
        return { leases: taken.map(({ lease }) => lease) };
      },
      async fetchInputs(request) {
        record('fetchInputs', request);
        const job = jobOf(request);
        const { inputs, settings = {}, downloadUrls } = job;
        return { inputs, settingsJson: JSON.stringify(settings), downloadUrls };
      },
      async signUpload(request) {
        record('signUpload', request);
        return jobOf(request).signUpload?.(request.object!) ?? {};
      },
      async started(request) {
        record('started', request);
        return goOn(jobOf(request), 0);
      },
      async heartbeat(request) {
        record('heartbeat', request);
        return goOn(jobOf(request), request.runtimeMs);
      },
      async recordRun(request) {
        record('recordRun', request);
        jobOf(request);
        return {};
      },
      async complete(request) {
        record('complete', request);
        if (!leased.has(request.jobId)) return { accepted: false };
        leased.delete(jobOf(request).lease.jobId);
        reports.push(request);
        return { accepted: true };
      },
      async handBack(request) {
        record('handBack', request);
        return { accepted: leased.delete(jobOf(request).lease.jobId) };
      },
    },
    {
      announce: ['runner'],
      signRelease: ['runner'],
      claim: ['runner'],
      fetchInputs: ['runner', 'attempt'],
      signUpload: ['runner', 'attempt'],
      started: ['runner', 'attempt'],
      heartbeat: ['runner', 'attempt'],
      recordRun: ['runner', 'attempt'],
      complete: ['runner', 'attempt'],
      handBack: ['runner', 'attempt'],
    },
  );
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    callers: `runner:${peerHash(TOKEN)},attempt:${peerHash(ATTEMPT_TOKEN)}`,
    services: [service],
    log: quietLog,
  });
  const { client, close } = createGrpcClient(LeasesDefinition, {
    address: `127.0.0.1:${server.port}`,
    service: 'runner',
    token: TOKEN,
  });

  return {
    address: `127.0.0.1:${server.port}`,
    token: TOKEN,
    /** The token of pods that carry out a lease. */
    attemptToken: ATTEMPT_TOKEN,
    leases: client,
    state,
    reports,
    submit: (job: FakeJob) => void waiting.push(job),
    /** Adds a job that a runner has claimed already. */
    lease: (job: FakeJob) => void leased.set(job.lease.jobId, job),
    /** Gives the job to another runner: the old attempt gets STOP_LOST. */
    lose(jobId: string) {
      leased.get(jobId)!.answer = () => ({ stop: Stop.LOST, graceMs: 0 });
    },
    /** Removes the job: its attempt is refused. */
    forget: (jobId: string) => void leased.delete(jobId),
    /** Returns the requests of one method, oldest first. */
    callsOf: <Name extends Method>(method: Name) =>
      calls.filter((call) => call.method === method).map((call) => call.request as Requests[Name]),
    async stop() {
      close();
      await server.stop();
    },
  };
}

let lastJob = 0;

/** Returns a lease of a new job. */
export function fakeLease(tool: string, more: Partial<Lease> = {}): Lease {
  return {
    jobId: `job_${String(++lastJob).padStart(26, '0')}`,
    leaseToken: `lease token ${lastJob}`,
    workspaceId: 'ws_00000000000000000000000001',
    attempt: 1,
    tool,
    toolVersion: '1.0.0',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    authorisedMs: undefined,
    ...more,
  };
}
