import { type ApiError, apiError } from './errors.ts';

/** Reads an error response, also one of a proxy that does not speak the API's JSON. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  return apiError({
    status,
    code: `http_${status}`,
    message: `The server answered with status ${status}.`,
    ...errorIn(text),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(headers),
  });
}

function errorIn(text: string): { code: string; message: string; resolution?: string; details?: unknown } | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds; the API sends no dates here. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
