const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/**
 * Adds loopback addresses to the `no_proxy` of an environment that names a proxy. With `NODE_USE_ENV_PROXY`, Node would otherwise
 * connect to this machine's services through the proxy. Hosts that the user has listed stay listed.
 */
export function spareLoopback(env: NodeJS.ProcessEnv): void {
  const set = [...PROXIES, ...PROXIES.map((name) => name.toUpperCase())].some((name) => env[name]);
  if (!set) return;
  // A program reads one of the two names and ignores the other.
  const spared = `${env.no_proxy ?? ''},${env.NO_PROXY ?? ''}`.split(',').map((host) => host.trim());
  const all = [...new Set([...spared.filter(Boolean), ...LOOPBACK])].join(',');
  env.no_proxy = all;
  env.NO_PROXY = all;
}
