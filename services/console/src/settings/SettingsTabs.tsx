import { pathTo, useSite } from '../site/site.ts';

const tabs = [
  { path: 'settings', name: 'You', admin: false },
  { path: 'settings/members', name: 'Members', admin: false },
  { path: 'settings/keys', name: 'API keys', admin: false },
  { path: 'settings/webhooks', name: 'Webhooks', admin: true },
] as const;

export type SettingsPath = (typeof tabs)[number]['path'];

/** The heading and the tabs of the settings. */
export function SettingsTabs({ current }: { current: SettingsPath }) {
  const site = useSite();
  const shown = tabs.filter(({ admin }) => !admin || isAdmin(site.workspace.role));
  return (
    <>
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        <ul>
          {shown.map(({ path, name }) => (
            <li key={path}>
              <a href={pathTo(site, path)} aria-current={path === current ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
          <li>
            <a href={`${site.root}account#sessions`}>Sessions</a>
          </li>
        </ul>
      </nav>
    </>
  );
}

/** Returns whether a role manages people and webhooks. The API checks it again. */
export function isAdmin(role: string): boolean {
  return role === 'admin' || role === 'owner';
}
