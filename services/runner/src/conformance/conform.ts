import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { checkRequest } from '@rotamer/tools/shared/checkRequest.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';
import { acceptedBadRequests } from './badRequests.ts';
import { wrongFormats } from './outputFormats.ts';
import { type Place, type Run, runOnce } from './runOnce.ts';
import type { Subject } from './subject.ts';

/** The result of one check. */
export interface Finding {
  check: string;
  result: 'ok' | 'failed' | 'skipped';
  detail: string;
}

/** The grace that runners give a cancelled tool, and the tolerance for its end. */
const CANCEL_GRACE_MS = 2_000;
const CANCEL_SLACK_MS = 2_000;

/** Less than any tool needs, including its harness. */
const TOO_LITTLE_MIB = 16;

/** Checks everything that runners rely on. In an order in which an early failure explains later ones. */
export async function* conform(subject: Subject, place: Place): AsyncGenerator<Finding> {
  const { contract, check, example } = subject;
  const missing = await missingPrograms(contract.requires);
  yield finding('programs', missing.length === 0, {
    ok: contract.requires.map(({ command }) => command).join(', ') || 'none needed',
    failed: `no answer to the probe: ${missing.map(({ command }) => command).join(', ')}`,
  });
  if (!example) {
    yield { check: 'example', result: 'failed', detail: 'there is none, and no sample fits its slots' };
    return;
  }
  const { problems } = checkRequest(contract, check, example.inputs, example.settings).verdict;
  yield finding('example accepted', problems.length === 0, {
    ok: `${example.inputs.length} inputs`,
    failed: problems.map(({ path, message }) => `${path}: ${message}`).join('; '),
  });
  const accepted = acceptedBadRequests(subject);
  yield finding('bad input refused', accepted.length === 0, {
    ok: 'before anything is charged',
    failed: `accepted: ${accepted.join(', ')}`,
  });
  if (missing.length > 0 || problems.length > 0) return;

  const first = await runOnce(subject, place);
  yield finding('example runs', first.outcome === AttemptOutcome.COMPLETED, {
    ok: seconds(first.ms),
    failed: first.error ?? first.outcome,
  });
  if (first.outcome !== AttemptOutcome.COMPLETED) return;
  yield formatsFinding(subject, first);
  yield limitsFinding(subject, first);
  yield await rerunFinding(subject, place, first);
  yield await cancelFinding(subject, place, first);
  yield await memoryFinding(subject, place);
}

function formatsFinding({ contract }: Subject, first: Run): Finding {
  const wrong = wrongFormats(contract, first);
  return finding('outputs', wrong.length === 0, { ok: `${first.files.length} files`, failed: wrong.join('; ') });
}

function limitsFinding({ contract }: Subject, { ms, files, leftovers }: Run): Finding {
  const { wallSeconds, outputMiB } = contract.limits;
  const mib = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 / 1024;
  const within = `${seconds(ms)} of ${wallSeconds} s, ${mib.toFixed(1)} of ${outputMiB} MiB`;
  return finding('limits', leftovers === 0, { ok: within, failed: `${leftovers} processes were left behind` });
}

async function rerunFinding(subject: Subject, place: Place, first: Run): Promise<Finding> {
  const check = 'same again';
  const [varying] = subject.contract.varies ?? [];
  if (varying) return { check, result: 'skipped', detail: `port ${varying.port} may differ: ${varying.why}` };
  const { digest } = await runOnce(subject, place);
  return finding(check, digest === first.digest, { ok: 'byte by byte', failed: 'another run gave other outputs' });
}

async function cancelFinding(subject: Subject, place: Place, first: Run): Promise<Finding> {
  const afterMs = first.ms / 2;
  const run = await runOnce(subject, place, { stop: { afterMs, graceMs: CANCEL_GRACE_MS } });
  const took = run.ms - afterMs;
  if (run.wasQuicker) return { check: 'cancel', result: 'skipped', detail: 'the example ends too quickly' };
  return finding('cancel', took <= CANCEL_GRACE_MS + CANCEL_SLACK_MS && run.leftovers === 0, {
    ok: `over after ${seconds(took)}, nothing left behind`,
    failed: `over after ${seconds(took)}, ${run.leftovers} processes left behind`,
  });
}

async function memoryFinding(subject: Subject, place: Place): Promise<Finding> {
  const { outcome, error } = await runOnce(subject, place, { limits: { memoryMiB: TOO_LITTLE_MIB } });
  const isClear = outcome === AttemptOutcome.FAILED && error?.includes('memory limit') === true;
  return finding('out of memory', isClear, {
    ok: error ?? '',
    failed: `with ${TOO_LITTLE_MIB} MiB: ${error ?? outcome}`,
  });
}

const finding = (check: string, isOk: boolean, detail: { ok: string; failed: string }): Finding => ({
  check,
  result: isOk ? 'ok' : 'failed',
  detail: isOk ? detail.ok : detail.failed,
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
