import { attemptPrefix, encodeManifest, manifestKey } from '@rotamer/domain/results/resultManifest.ts';
import { handleJobEvents } from '@rotamer/files/on/jobEvents.ts';
import { startFiles } from '@rotamer/files/testing/startFiles.ts';
import { ALL_OFFERS, aMeteredSubmission, aSubmission, startJobs } from '@rotamer/jobs/testing/startJobs.ts';
import { settleJobs, unsettledJobs } from '@rotamer/jobs/work/settleJobs.ts';
import { deleteQueuedBlobs } from '@rotamer/kit/blobs/blobDeletions.ts';
import { readOutbox, removeFromOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';

export type RealMembers = Awaited<ReturnType<typeof startRealMembers>>;

/** Credits granted to a workspace at first, and millicredits left when everything in its project has ended. */
export const CREDITS = 100;
export const MILLICREDITS_LEFT = 97_000;

/** Starts jobs, billing and files on real databases, without their loops. `settleDown` does the work of the loops. */
export async function startRealMembers() {
  const files = await startFiles();
  const jobs = await startJobs({ blobs: files.blobs });

  /** Stores the result of an attempt in the blob store, and reports it to jobs. */
  async function completeJob(workspaceId: string, jobId: string): Promise<void> {
    const key = `${attemptPrefix(workspaceId, jobId, 1)}out/0.txt`;
    const artifact = {
      ...(await files.blobs.put(key, `what ${jobId} found`)),
      key,
      id: 'itm_0',
      name: '0.txt',
      output_port_id: 'out',
      order: 0,
      rank: null,
      source_input_ids: [],
      format: 'TEXT',
      content_type: 'text/plain',
    };
    const { bytes, sha256 } = await encodeManifest({
      version: 'result-manifest-v2',
      job_id: jobId,
      tool: 't',
      tool_version: '1.0.0',
      attempt: 1,
      files: [artifact],
      items: [],
      inputs: [],
    });
    const manifest = { key: manifestKey(workspaceId, jobId, 1), sha256, size: bytes.length };
    await files.blobs.put(manifest.key, bytes);
    const report = { ...jobs.holding(jobId, 1), outcome: AttemptOutcome.COMPLETED, runtimeMs: 5, manifest };
    await jobs.leases.complete(report);
  }

  /** Runs a metered job for twenty seconds, which costs 1 credit. */
  async function runFor20Seconds(jobId: string): Promise<void> {
    await jobs.leases.started(jobs.holding(jobId, 1));
    await jobs.db.query(`update jobs set started_at = now() - interval '30 seconds' where id = $1`, [jobId]);
    await jobs.leases.heartbeat({ ...jobs.holding(jobId, 1), runtimeMs: 20_000 });
  }

  /**
   * Does the work of the loops of jobs and files: settles jobs, sends job events to files, records results and deletes
   * blobs.
   */
  async function settleDown(): Promise<void> {
    await settleJobs(jobs.deps, await unsettledJobs(jobs.db, 1_000), {});
    const told = await readOutbox(jobs.db, 10_000);
    for (const message of told) await handleJobEvents(files.deps)(message, new AbortController().signal);
    await removeFromOutbox(
      jobs.db,
      told.map(({ id }) => id),
    );
    await files.record();
    for (const { db } of [jobs, files]) {
      // Also deletes blobs that are kept for late writes of a runner.
      await db.query(`update blob_deletions set queued_at = now() - interval '1 second'`);
      await deleteQueuedBlobs({ ...files.deps, db });
    }
  }

  return {
    jobs,
    files,
    settleDown,
    /** Creates jobs in every state in which a deletion may find them. Returns their ids by state. */
    async fill(workspaceId: string, projectId: string) {
      const { scope } = files.user({ workspaceId });
      const submit = async (metered: boolean) => {
        const request = metered ? aMeteredSubmission({ projectId }) : aSubmission({ projectId });
        return (await jobs.jobs.submit(request, scope)).job!.id;
      };
      // Registers the capabilities again, because they expire after a while.
      await jobs.leases.announce({ runnerId: 'r1', offers: ALL_OFFERS });
      const [paid, unpaid, running, metered] = await Promise.all([false, false, false, true].map(submit));
      await jobs.leases.claim({ runnerId: 'r1', offers: ALL_OFFERS, limit: 4, waitMs: 0 });
      await completeJob(workspaceId, paid!);
      await settleDown();
      await Promise.all([completeJob(workspaceId, unpaid!), runFor20Seconds(metered!)]);
      const [waiting, waitingMetered] = await Promise.all([false, true].map(submit));
      return { paid, unpaid, running, metered, waiting, waitingMetered } as Record<JobOfProject, string>;
    },
    /** Ends all active jobs. */
    async endAll(workspaceId: string): Promise<void> {
      const { rows } = await jobs.db.query('select id from jobs where workspace_id = $1', [workspaceId]);
      for (const { id } of rows) await jobs.deps.changeJob(id, { type: 'end' });
      await settleDown();
    },
    /** Returns the keys of all blobs of a workspace. */
    async blobs(workspaceId: string): Promise<string[]> {
      const prefixes = [`artifacts/${workspaceId}/`, `files/${workspaceId}/`];
      const keys: string[] = [];
      for (const prefix of prefixes) for await (const key of files.blobs.list(prefix)) keys.push(key);
      return keys;
    },
  };
}

type JobOfProject = 'paid' | 'unpaid' | 'running' | 'metered' | 'waiting' | 'waitingMetered';
