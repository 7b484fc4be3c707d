import { RotamerError } from '@rotamer/client';

type Environment = Record<string, string | undefined>;

/**
 * Returns a fetch that uses the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in upper or lower case. It never uses a proxy
 * for this machine.
 */
export function fetchThrough(env: Environment): typeof fetch {
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY;
  if (!httpProxy && !httpsProxy) return fetch;
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  let proxied: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    if (isLoopback(String(input))) return fetch(input, init);
    // Imported only here, so that commands without a proxy start faster.
    proxied ??= open({ httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy });
    return (await proxied)(input, init);
  };
}

async function open(proxies: { httpProxy: string; httpsProxy: string; noProxy: string }): Promise<typeof fetch> {
  const { EnvHttpProxyAgent, fetch: fetchWith } = await import('undici');
  const dispatcher = agentOf(() => new EnvHttpProxyAgent({ ...proxies, proxyTunnel: false }));
  return async (input, init = {}) => {
    // Undici accepts only its own FormData. As bytes, the body is the same for every fetch.
    const form = init.body instanceof FormData ? new Response(init.body) : undefined;
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(form && { 'content-type': form.headers.get('content-type')! }),
    };
    const body = form ? await form.arrayBuffer() : init.body;
    return fetchWith(String(input), { ...init, headers, body, dispatcher } as never) as never;
  };
}

/** Creates an agent. Its own error replaces undici's, which would show the password of a proxy. */
function agentOf<Agent>(make: () => Agent): Agent {
  try {
    return make();
  } catch {
    throw new RotamerError('HTTP_PROXY or HTTPS_PROXY is not an address such as http://proxy.example.org:3128.');
  }
}

/** Returns whether a URL certainly leads to this machine. */
export function isLoopback(text: unknown): text is string {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username || password) return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
