import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { publicHost } from './reachNginx.ts';
import { waitFor } from './waitFor.ts';

/** Debian's nginx: `apt-get install nginx-light`, as `.ci/run` does. */
const program = '/usr/sbin/nginx';

/** Whether nginx stories must run. Without nginx they are skipped on a developer's machine and fail in CI. */
export const nginxExpected = existsSync(program) || process.env.CI !== undefined;

export interface Proxy {
  /** A free port of 127.0.0.1. */
  port: number;
  /** The directives of its `server` block, besides `listen`. */
  server: string;
  tls?: boolean;
}

/** A running nginx. */
export interface RunningNginx {
  /** The file with the self-signed certificate of its TLS servers. */
  certificate: string;
  /** Resolves when nginx has exited. */
  stop(): Promise<void>;
}

/**
 * Starts nginx with these servers and its files in `folder`. TLS servers have a certificate for localhost and
 * `publicHost`.
 */
export async function startNginx(folder: string, proxies: readonly Proxy[]): Promise<RunningNginx> {
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  if (proxies.some(({ tls }) => tls)) makeCertificate(key, certificate);
  const tlsFiles = `ssl_certificate ${certificate}; ssl_certificate_key ${key};`;
  const servers = proxies.map(
    ({ port, server, tls }) =>
      `server { listen 127.0.0.1:${port}${tls ? ' ssl' : ''}; ${tls ? tlsFiles : ''} ${server} }`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  // Its workers write request bodies to the folder, which belongs to this user.
  const user = userInfo().uid === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${temporary.join(' ')} ${servers.join('\n')} }`,
  );
  const nginx = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(nginx, 'exit');
  const kill = () => nginx.kill('SIGKILL');
  process.once('exit', kill);
  await waitFor('nginx to start', () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    return existsSync(join(folder, 'pid'));
  });
  return {
    certificate,
    async stop() {
      process.off('exit', kill);
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function makeCertificate(key: string, certificate: string): void {
  const names = `subjectAltName=DNS:localhost,DNS:${publicHost},IP:127.0.0.1`;
  const subject = ['-subj', '/CN=localhost', '-addext', names];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const { status } = spawnSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`openssl made no certificate: ${status}`);
}
