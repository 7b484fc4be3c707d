const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/**
 * Adds loopback addresses to the `no_proxy` of an environment that names a proxy. With `NODE_USE_ENV_PROXY` Node would
 * otherwise ask the proxy for the services of this machine. Hosts that the user has spared stay spared.
 */
export function spareLoopback(env: NodeJS.ProcessEnv): void {
  const set = [...PROXIES, ...PROXIES.map((name) => name.toUpperCase())].some((name) => env[name]);
  if (!set) return;
  // Programs read one of the two names and ignore the other.
  const spared = `${env.no_proxy ?? ''},${env.NO_PROXY ?? ''}`.split(',').map((host) => host.trim());
  const all = [...new Set([...spared.filter(Boolean), ...LOOPBACK])].join(',');
  env.no_proxy = all;
  env.NO_PROXY = all;
}
