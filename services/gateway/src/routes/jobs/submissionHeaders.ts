import type { IncomingHttpHeaders } from 'node:http';
import { LABEL_LIST } from '@rotamer/domain/labels.ts';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { readLabels } from './readJobFilter.ts';

const LABELS = new RegExp(LABEL_LIST);
const DELAY = /^(\d{1,9})([smhd])?$/;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_SECONDS = 30 * SECONDS.d;

/**
 * Returns the labels and the time to start that the headers of a submission give.
 *
 * @throws validation_error for a header that cannot be read
 */
export function readSubmissionHeaders(headers: IncomingHttpHeaders): Pick<SubmitRequest, 'labels' | 'cancelAfterMs'> {
  const labels = textOf(headers.labels);
  const delay = textOf(headers['cancel-after']);
  const seconds = delay === undefined ? undefined : secondsOf(delay);
  const problems: Problem[] = [];
  if (labels !== undefined && !LABELS.test(labels))
    problems.push({
      path: 'Labels',
      message: 'must be key=value, or several separated by commas, such as plate=7,robot=a',
    });
  if (delay !== undefined && (!seconds || seconds > MAX_SECONDS))
    problems.push({
      path: 'Cancel-After',
      message: 'must be seconds, or a time such as 10m, 2h or 1d; at most 30 days',
    });
  if (problems.length > 0) throw validationFault(problems);
  return { labels: readLabels(labels, 'Labels'), cancelAfterMs: seconds === undefined ? undefined : seconds * 1000 };
}

/** A header that was sent twice is one text, separated by commas. */
function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).replaceAll(', ', ',');
}

function secondsOf(text: string): number | undefined {
  const [, amount, unit = 's'] = DELAY.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * SECONDS[unit as keyof typeof SECONDS];
}
