import { readBaseUrl } from './client.ts';
import { ApiError } from './http/errors.ts';
import { systemTime, type Time } from './http/time.ts';
import { Transport } from './http/transport.ts';
import type { DeviceAuthorization, DeviceToken } from './types.ts';

export interface DeviceLoginOptions {
  baseUrl: string;
  /** The program and its machine, as the person will see them. */
  clientName: string;
  /** Shows the person the code, and the page on which to confirm it. */
  show: (device: DeviceAuthorization) => void | Promise<void>;
  signal?: AbortSignal;
  fetch?: typeof fetch;
  time?: Time;
}

/** Seconds that are added when the service says that a program asks too often (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

/**
 * Signs a person in without an API key: the person confirms a code in a browser, on any machine. Sends no key, not even that of the
 * environment. Returns the session, whose `access_token` is used like an API key.
 *
 * @throws ApiError with the code access_denied or expired_token when there will be no session
 */
export async function deviceLogin(options: DeviceLoginOptions): Promise<DeviceToken> {
  const { clientName, show, signal, time = systemTime } = options;
  const transport = new Transport({
    apiKey: undefined,
    baseUrl: readBaseUrl(options.baseUrl),
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    timeoutMs: 60_000,
    retryForMs: 60_000,
    signal,
    time,
  });
  const begun = await transport.request<DeviceAuthorization>('POST', '/device-authorizations', {
    body: { client_name: clientName },
    object: 'device_authorization',
  });
  const device = begun.body;
  await show(device);
  for (let seconds = device.interval; ; ) {
    await time.sleep(seconds * 1000, signal);
    try {
      const body = { device_code: device.device_code };
      return (await transport.request<DeviceToken>('POST', '/device-tokens', { body, object: 'device_token' })).body;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'slow_down') seconds += SLOWER_SECONDS;
      else if (code !== 'authorization_pending') throw error;
    }
  }
}
