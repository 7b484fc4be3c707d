import { performance } from 'node:perf_hooks';
import { type AllowList, readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { type ConnectOptions, connectChecked, RefusedAddress } from '@rotamer/kit/outgoing/connect.ts';
import { destinationProblem } from '@rotamer/kit/outgoing/destination.ts';
import { shownText } from '@rotamer/kit/shownText.ts';
import { Agent, request } from 'undici';
import type { Outcome } from '../delivery.ts';

/** How many bytes of an answer are kept. */
export const KEPT_ANSWER_BYTES = 4096;

export interface SenderOptions {
  allow?: AllowList;
  /** How long a connection may take, with its TLS handshake. */
  connectMs?: number;
  /** How long an attempt may take from the connection to the end of the answer. */
  totalMs?: number;
  lookup?: ConnectOptions['lookup'];
}

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends webhooks over HTTP. */
export interface Sender {
  /** Makes one attempt. It never throws: every failure is an outcome. */
  send(message: WebhookRequest): Promise<Outcome>;
  close(): Promise<void>;
}

/**
 * Opens a sender. It follows no redirect, and reads an answer only up to `KEPT_ANSWER_BYTES`. Connections to one host are
 * not limited here, since endpoints of several workspaces may share a host, and one must not wait for another.
 */
export function openSender({
  allow = readAllowList(''),
  connectMs = 5_000,
  totalMs = 15_000,
  lookup,
}: SenderOptions = {}): Sender {
  const agent = new Agent({
    connect: connectChecked({ allow, timeoutMs: connectMs, lookup }),
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
  });

  async function attempt({ url, headers, body }: WebhookRequest): Promise<Answer> {
    // An allow list may have become shorter since the endpoint was created.
    const problem = destinationProblem(url, allow);
    if (problem) throw new RefusedAddress(problem);
    const signal = AbortSignal.timeout(totalMs);
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
    const { statusCode: status, headers: received } = answer;
    const retryAfterMs = status === 429 || status === 503 ? readRetryAfter(received['retry-after']) : undefined;
    return { status, answer: await readStart(answer.body), retryAfterMs };
  }

  return {
    async send(message) {
      const start = performance.now();
      const result = await attempt(message).catch((error) => ({ error: errorWord(error) }));
      return { ...result, durationMs: Math.round(performance.now() - start) };
    },
    close: () => agent.destroy(),
  };
}

interface Answer {
  status: number;
  answer: string;
  retryAfterMs?: number;
}

/** Returns the milliseconds of a header `Retry-After`: seconds or a date (RFC 9110, 10.2.3). Undefined for anything else. */
function readRetryAfter(value: string | string[] | undefined): number | undefined {
  const text = String(value ?? '').trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : undefined;
}

/** Returns the first bytes of an answer as text. Its connection is closed when there are more. */
async function readStart(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop destroys the body.
    if (length >= KEPT_ANSWER_BYTES) break;
  }
  return shownText(Buffer.concat(chunks).subarray(0, KEPT_ANSWER_BYTES).toString());
}

/** Why an attempt got no answer, as users read it. Details of the operator's network are left out. */
function errorWord(error: unknown): string {
  const { name, code = '' } = error as { name?: string; code?: string };
  if (error instanceof RefusedAddress) return 'address_refused';
  if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUTS.has(code)) return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'host_not_found';
  if (code.startsWith('ERR_TLS') || code.startsWith('CERT_') || code.includes('SIGNATURE') || code.includes('_CERT'))
    return 'tls_failed';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO') return 'tls_failed';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (name === 'HTTPParserError' || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return 'invalid_answer';
  return 'connection_failed';
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
