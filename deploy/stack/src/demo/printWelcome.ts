import { relative } from 'node:path';
import type { Stack } from '../stack.ts';

/** Prints what is running, how to use it, and how to stop it. */
export function printWelcome(stack: Stack, elapsedMs: number): void {
  const { baseUrl, publicUrl, urls, protocolsUrl, dashboardsUrl, apiKey, loginUrl, paths } = stack;
  const others = urls.slice(1).map((url) => `                ${url}`);
  const lines = [
    `Rotamer is running; started in ${(elapsedMs / 1000).toFixed(1)} s.`,
    '',
    `  Base URL      ${baseUrl}`,
    ...others,
    ...(publicUrl ? [`  Public URL    ${publicUrl}`] : []),
    ...(loginUrl
      ? [
          `  Sign in       ${loginUrl}`,
          '                (works once, within 15 minutes; npm run admin -- login-link prints another one)',
        ]
      : [
          `  Sign in       ${publicUrl ?? baseUrl}/login`,
          '                (ROTAMER_LOGIN_BY_MAIL and ROTAMER_OIDC_PROVIDERS switch ways to sign in on)',
        ]),
    `  API docs      ${baseUrl}/docs`,
    `  API document  ${baseUrl}/api/v1/openapi.json`,
    ...(protocolsUrl ? [`  BLAST, EMBL-EBI and ColabFold clients   ${protocolsUrl}  (docs/compat.md)`] : []),
    ...(dashboardsUrl ? [`  Dashboards    ${dashboardsUrl}`] : []),
    `  API key       ${apiKey}`,
    '                (workspace "demo" on COMMERCIAL_TEAM, all scopes; saved in the data folder)',
    '',
    '  Try it, from another terminal:',
    '',
    `    curl ${baseUrl}/api/v1/account -H 'Authorization: Bearer ${apiKey}'`,
    '',
    `  Processes     ${shown(paths.stackFile)}`,
    `  Logs          ${shown(paths.logs)}`,
    '  Stop          Ctrl-C',
  ];
  console.log(lines.join('\n'));
}

function shown(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}
