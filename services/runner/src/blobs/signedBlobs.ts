import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { measured, newSum, stored } from '@rotamer/kit/blobs/measured.ts';
import { inSpan, SpanKind } from '@rotamer/kit/telemetry/spans.ts';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { SignUploadResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { AttemptBlobs } from './attemptBlobs.ts';
import { LastingFailure } from './attemptBlobs.ts';

const CLIENT = { kind: SpanKind.CLIENT };

/** Longest time that a working store needs to answer, or to take the next piece of an object. */
const ANSWER_MS = 30_000;

/**
 * The blob store through URLs that jobs signs for this attempt only, so a runner needs no keys to the store. `downloadUrls` came with the
 * inputs, by key. Each upload is signed separately, once its size and digest are known.
 */
export function signedBlobs(
  downloadUrls: Record<string, string>,
  signUpload: (object: StoredBytes) => Promise<SignUploadResponse>,
): AttemptBlobs {
  return {
    get: (key, signal) =>
      inSpan('get blob', CLIENT, async () => {
        const url = required(downloadUrls[key]);
        const response = await whileMoving(signal, (_, moving) => fetch(url, { signal: moving }));
        if (response.ok && response.body) return { body: Readable.fromWeb(response.body as ReadableStream) };
        if (response.status !== 404) throw await refusal(response);
        await response.body?.cancel();
        return undefined;
      }),

    put: (key, read, signal) =>
      inSpan('put blob', CLIENT, async () => {
        const bytes = await measure(addAbortSignal(signal, asStream(await read())));
        const { url, headers } = await signUpload({ key, ...bytes });
        const to = required(url);
        const source = asStream(await read());
        try {
          const response = await whileMoving(signal, (moves, moving) => {
            const body = Readable.toWeb(Readable.from(noting(source, moves))) as unknown as BodyInit;
            // `duplex` is a setting of Node; the type is that of browsers, where pages of the console run.
            return fetch(to, { method: 'PUT', headers, body, duplex: 'half', signal: moving } as RequestInit);
          });
          if (!response.ok) throw await refusal(response);
          await response.body?.cancel();
        } finally {
          source.destroy();
        }
        return bytes;
      }),
  };
}

function required(url: string | undefined): string {
  if (!url) {
    throw new LastingFailure(
      'Jobs signs no URLs, so its blob store is a folder: set ROTAMER_BLOBS_DIR of this runner.',
    );
  }
  return url;
}

function asStream(body: Readable | Uint8Array): Readable {
  return body instanceof Readable ? body : Readable.from([body]);
}

async function measure(body: Readable): Promise<StoredBlob> {
  const sum = newSum();
  for await (const _ of measured(body, sum));
  return stored(sum);
}

/** Sends a request, and aborts it when nothing moves for ANSWER_MS. Each transferred piece restarts the time. */
async function whileMoving(
  signal: AbortSignal,
  ask: (moves: () => void, moving: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('the blob store does not answer')), ANSWER_MS);
  try {
    return await ask(() => timer.refresh(), AbortSignal.any([signal, stalled.signal]));
  } finally {
    clearTimeout(timer);
  }
}

async function* noting(chunks: Readable, moves: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    moves();
    yield chunk;
  }
}

/** Makes an error of the store's response. The request is left out, because its URL has a signature. */
async function refusal(response: Response): Promise<Error> {
  const code = /<Code>(\w{1,100})</.exec(await response.text())?.[1];
  const words = `the blob store answered ${response.status} ${code ?? response.statusText}`;
  return isBusy(response) ? new Error(words) : new LastingFailure(words);
}

/** Returns whether the store is unavailable or overloaded, in contrast to a refusal. */
function isBusy({ status }: Response): boolean {
  return status >= 500 || status === 408 || status === 429;
}
