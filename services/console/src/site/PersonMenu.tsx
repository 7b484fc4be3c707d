import { FormToken } from './FormToken.tsx';
import { pathTo, type Site } from './site.ts';

/** The workspace, with its menu: the other workspaces of the person, the account, and the way out. */
export function PersonMenu({ site }: { site: Site }) {
  const { workspace, otherWorkspaces, person, isOperator, root } = site;
  return (
    <details class="menu">
      <summary>{workspace.name}</summary>
      <div class="menu-body">
        <p>
          {person.name ?? person.email}
          <small>{` ${workspace.role} of ${workspace.name}`}</small>
        </p>
        {otherWorkspaces.length > 0 && <h2>Other workspaces</h2>}
        <ul>
          {otherWorkspaces.map((other) => (
            <li key={other.id}>
              <a href={pathTo({ root, workspace: other })}>{other.name}</a>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <a href={`${root}account`}>Account and sessions</a>
          </li>
          {isOperator && (
            <li>
              <a href={pathTo(site, 'operator')}>Operator</a>
            </li>
          )}
          <li>
            <a href={`${root}docs`}>Documentation</a>
          </li>
        </ul>
        <form method="post" action={pathTo(site, 'sign-out')}>
          <FormToken token={site.formToken} />
          <button type="submit">Sign out</button>
        </form>
      </div>
    </details>
  );
}
