import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { shownText } from '@rotamer/kit/shownText.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Curation, DecideRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { Type } from 'typebox';
import { candidateSet } from '../curation/candidateSet.ts';
import { checkpointOf, isAtCheckpoint, readCuration, readDecision } from '../curation/curation.ts';
import { sort } from '../definition/filters.ts';
import { limits } from '../definition/limits.ts';
import { problemsOf } from '../definition/validation/checkShape.ts';
import type { Deps } from '../deps.ts';
import { liveEdges } from '../engine/attempt.ts';
import { readOwnRun } from '../runs/runStore.ts';
import { requireAccess } from '../workflow/access.ts';
import { length, parseJson } from './bounds.ts';

/** How the reviewer found the selection. It is stored and never applied, so its filter may have any form. */
const criteriaShape = Type.Partial(
  Type.Object({ filters: Type.Record(Type.String(), Type.Unknown(), { maxProperties: limits.fields }), sort }),
  { additionalProperties: false },
);

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'revisions' | 'changeAttempt'>;

/**
 * Records a selection among exactly the candidates that the reviewer saw. The candidates are digested again while the attempt is locked, so
 * a selection can never include items that the reviewer did not see.
 */
export function decide(deps: DecideDeps): Rpc<DecideRequest, Curation> {
  return async (request, { caller }) => {
    const approved = [...new Set(request.approvedCandidateIds)];
    const criteria = request.criteriaJson === '' ? undefined : parseJson('criteria', request.criteriaJson);
    requireValid(
      approved.length === 0 && { path: 'approved_candidate_ids', message: 'must name at least one candidate' },
      approved.length > limits.candidates && {
        path: 'approved_candidate_ids',
        message: `has more than ${limits.candidates} ids`,
      },
      length('note', request.note, 0, 5_000),
      ...(criteria === undefined ? [] : problemsOf(criteriaShape, criteria, 'criteria')),
    );
    const { run, access } = await readOwnRun(deps.db, request.runId, caller);
    requireAccess(access, Access.RUN);
    const note = request.note && shownText(request.note);
    const asked: Asked = { digest: request.candidateSetDigest, approved, note, criteria };
    const seen = request.nodeId || undefined;
    const isThere = isAtCheckpoint(run) && (seen === undefined || checkpointOf(run).nodeId === seen);
    const repeated = isThere ? undefined : await findRepeated(deps.db, run.attempts.at(-1)!.id, asked, seen);
    const place = repeated ?? checkpointOf(run);
    if (!isThere && !repeated) throw movedOn();
    if (!repeated) {
      await deps.changeAttempt(place.attemptId, async (tx, { state }, { graph }) => {
        if (await readDecision(tx, place.attemptId, place.nodeId)) {
          if (await findRepeated(tx, place.attemptId, asked, place.nodeId)) return [];
          throw alreadyDecided();
        }
        if (state.pause?.nodeId !== place.nodeId) throw movedOn();
        const edges = liveEdges(state, graph.nodes.get(place.nodeId)!.incoming);
        const { candidates, digest } = await candidateSet(tx, place.attemptId, edges);
        const ids = candidates.map(({ id }) => id);
        refuseUnlike(asked, digest, ids);
        await tx.query(
          `insert into decisions (attempt_id, node_id, candidate_digest, decided_by, decided_at, note, criteria, approved, rejected)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            place.attemptId,
            place.nodeId,
            digest,
            caller.userId,
            deps.clock(),
            asked.note,
            criteria === undefined ? null : JSON.stringify(criteria),
            ids.filter((id) => approved.includes(id)),
            ids.filter((id) => !approved.includes(id)),
          ],
        );
        return [{ type: 'decided', nodeId: place.nodeId }];
      });
    }
    return readCuration(deps.db, deps.revisions, run, place);
  };
}

interface Asked {
  digest: string;
  approved: string[];
  note: string | undefined;
  criteria: unknown;
}

/**
 * Finds the checkpoint of this attempt at which exactly this decision was made before. With `nodeId`, only that checkpoint counts: an
 * earlier checkpoint may have the same candidates and selection. Without it, the last checkpoint with this decision is returned.
 */
async function findRepeated(
  db: Queryable,
  attemptId: string,
  { digest, approved, note, criteria }: Asked,
  nodeId?: string,
) {
  const { rows } = await db.query(
    `select node_id, approved, note, criteria from decisions
     where attempt_id = $1 and candidate_digest = $2 and ($3::text is null or node_id = $3) order by decided_at desc`,
    [attemptId, digest, nodeId],
  );
  const same = rows.find(
    (row) =>
      isDeepStrictEqual(row.approved.toSorted(), approved.toSorted()) &&
      (row.note ?? undefined) === note &&
      isDeepStrictEqual(row.criteria ?? undefined, criteria),
  );
  return same && { attemptId, nodeId: same.node_id as string };
}

function refuseUnlike({ digest: given, approved }: Asked, digest: string, ids: string[]): void {
  if (given !== digest)
    throw new Fault('conflict', 'The candidates have changed since this selection was made.', {
      resolution: 'Fetch the curation again and select among its candidates.',
      details: { reason: 'stale_digest', candidate_set_digest: digest },
    });
  const known = new Set(ids);
  const unknown = approved.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  if (unknown.some((id) => id.length > 128))
    throw validationFault([{ path: 'approved_candidate_ids', message: 'has an id that is too long' }]);
  throw new Fault('conflict', `${unknown.length} of the approved ids are not candidates of this curation.`, {
    resolution: 'Approve only candidates of this curation.',
    details: { reason: 'unknown_candidate', ids: unknown.slice(0, 100) },
  });
}

function movedOn(): Fault {
  return new Fault('conflict', 'The run is no longer paused for this curation.', {
    details: { reason: 'not_at_checkpoint' },
  });
}

function alreadyDecided(): Fault {
  return new Fault('conflict', 'Another selection is already recorded for this curation.', {
    resolution: 'Continue the run with the recorded selection.',
    details: { reason: 'already_decided' },
  });
}
