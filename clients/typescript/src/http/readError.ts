import { type ApiError, apiError } from './errors.ts';
import { readText } from './readBody.ts';

/** Maximum bytes read of an error response. */
const MAX_ERROR = 1024 * 1024;

/** Reads an error response, also of a proxy that does not send the API's JSON. `asked` is the request, for the message. */
export async function readError(response: Response, asked: string): Promise<ApiError> {
  const { status, headers } = response;
  const { text } = await readText(response, MAX_ERROR).catch(() => ({ text: '' }));
  return apiError({
    status,
    ...(errorIn(text) ?? errorOfProxy(status, asked)),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(headers),
  });
}

interface ErrorBody {
  code: string;
  message: string;
  resolution?: string;
  details?: unknown;
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const { error } = JSON.parse(text);
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') return undefined;
    return { ...error, resolution: typeof error.resolution === 'string' ? error.resolution : undefined };
  } catch {
    return undefined;
  }
}

/** Advice for a status without an error of the API. */
const hints: Record<number, string> = {
  401: 'A proxy in front of Rotamer asks for a separate login.',
  403: 'A proxy in front of Rotamer refuses the request.',
  404: 'The API is not there. Check the base URL, with its path.',
  407: 'The proxy of this network asks for a login.',
  413: 'A proxy in front of Rotamer refuses a body of this size. Its operator can raise the limit, in nginx: client_max_body_size 60m;',
  502: 'A proxy answered in place of Rotamer, which is being restarted or does not run.',
  504: 'A proxy answered in place of Rotamer, which did not answer in time.',
};

function errorOfProxy(status: number, asked: string): ErrorBody {
  const message = `${asked} was answered with status ${status}, without an error of the API.`;
  return { code: `http_${status}`, message, resolution: hints[status] };
}

/** Returns the seconds of Retry-After. A date, which proxies send, is compared with the date of the response. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
