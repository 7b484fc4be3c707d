import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Taxonomy, taxonomies } from '@rotamer/tools/contract.ts';

export type ReleaseState = 'importing' | 'building' | 'ready' | 'retired' | 'failed';

/** What an import has counted in its data. */
export interface ReleaseFigures {
  /** SHA-256 of the imported file, hex. */
  sha256: string;
  records: number;
  residues: number;
  /** Size on disk with all indexes. */
  bytes: number;
  /** What it knows of the taxa of its records; undefined: nothing. */
  taxonomy?: Taxonomy;
}

/** A version of a dataset. Jobs may pin it while it is ready. */
export interface Release extends Partial<ReleaseFigures> {
  state: ReleaseState;
  failure?: string;
  readyAt?: Date;
}

export type ReleaseCommand =
  /** An import starts, or starts again after a failure or an interruption. */
  | { type: 'begin' }
  | { type: 'build' }
  | { type: 'ready'; figures: ReleaseFigures }
  | { type: 'retire' }
  | { type: 'fail'; failure: string };

/** The states from which a command moves a release. */
const from: Record<ReleaseCommand['type'], (ReleaseState | undefined)[]> = {
  begin: [undefined, 'importing', 'building', 'failed'],
  build: ['importing', 'building'],
  ready: ['importing', 'building'],
  retire: ['ready', 'retired'],
  fail: ['importing', 'building', 'failed'],
};

/**
 * Returns the release after a command. A repeated command changes nothing more.
 *
 * @throws conflict for a command that the state does not allow, validation_error for figures that are not sound.
 */
export function decideRelease(release: Release | undefined, command: ReleaseCommand, now: Date): Release {
  if (command.type === 'ready') refuseUnsound(command.figures);
  if (command.type === 'ready' && release?.state === 'ready' && release.sha256 === command.figures.sha256)
    return release;
  if (!from[command.type].includes(release?.state)) throw refused(release?.state, command.type);
  switch (command.type) {
    case 'begin':
      return { state: 'importing' };
    case 'build':
      return { ...release, state: 'building' };
    case 'ready':
      return { ...command.figures, state: 'ready', readyAt: now };
    case 'retire':
      return { ...release, state: 'retired' };
    case 'fail':
      return { state: 'failed', failure: command.failure.slice(0, MAX_FAILURE) };
  }
}

const MAX_FAILURE = 2_000;

function refuseUnsound({ sha256, records, residues, bytes, taxonomy }: ReleaseFigures): void {
  const problems = Object.entries({ records, residues, bytes })
    .filter(([, value]) => !(Number.isSafeInteger(value) && value > 0))
    .map(([path, value]) => ({ path, message: `must be a whole number from 1, is ${value}` }));
  if (!/^[0-9a-f]{64}$/.test(sha256)) problems.push({ path: 'sha256', message: 'must be a SHA-256 in hex' });
  if (taxonomy !== undefined && !taxonomies.includes(taxonomy))
    problems.push({ path: 'taxonomy', message: `must be one of ${taxonomies.join(', ')}` });
  if (problems.length > 0) throw validationFault(problems);
}

function refused(state: ReleaseState | undefined, command: string): Fault {
  const message =
    command === 'begin'
      ? `The release is ${state}, and a release never changes.`
      : `A release that is ${state ?? 'unknown'} cannot be made ${asState[command]}.`;
  return new Fault('conflict', message, {
    resolution: command === 'begin' ? 'Import the data as a release with another name.' : undefined,
    details: { state: state ?? null },
  });
}

const asState: Record<string, string> = { build: 'building', ready: 'ready', retire: 'retired', fail: 'failed' };
