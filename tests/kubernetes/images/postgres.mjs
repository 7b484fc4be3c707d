// Replaces the image postgres:18 where no image can be pulled: PostgreSQL from the embedded npm package, with the three
// features of that image that the tests use. These are POSTGRES_USER, POSTGRES_PASSWORD and
// /docker-entrypoint-initdb.d.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const bin = '/postgres/bin';
const data = '/var/lib/postgresql/data';
const { POSTGRES_USER: user = 'postgres', POSTGRES_PASSWORD: password = '' } = process.env;
const scripts = '/docker-entrypoint-initdb.d';
writeFileSync('/tmp/password', password);
execFileSync(`${bin}/initdb`, ['-D', data, '-U', user, '-A', 'scram-sha-256', '--pwfile=/tmp/password'], {
  stdio: 'inherit',
});
writeFileSync(`${data}/pg_hba.conf`, 'local all all trust\nhost all all all scram-sha-256\n');
const files = existsSync(scripts) ? readdirSync(scripts).filter((name) => name.endsWith('.sql')) : [];
for (const sql of files.map((name) => readFileSync(`${scripts}/${name}`, 'utf8'))) {
  for (const statement of sql
    .split(';')
    .map((text) => text.replaceAll(/^--.*$/gm, '').trim())
    .filter(Boolean)) {
    execFileSync(`${bin}/postgres`, ['--single', '-D', data, 'postgres'], {
      input: `${statement}\n`,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
  }
}
const server = spawn(`${bin}/postgres`, ['-D', data, '-c', 'listen_addresses=*', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.on('SIGTERM', () => server.kill('SIGINT'));
server.on('exit', (code) => process.exit(code ?? 1));
