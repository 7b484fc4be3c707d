import type { ComponentChildren } from 'preact';
import { assetPath } from '../assets/assets.ts';
import { Header } from './Header.tsx';
import type { Site } from './site.ts';

interface LayoutProps {
  root: string;
  title: string;
  /** The person who looks; undefined on pages for everybody. */
  site?: Site;
  /** Whether the page has molecules or structures, which the script of shared pages shows. */
  hasViewers?: boolean;
  children: ComponentChildren;
}

/** The frame of every page. */
export function Layout({ root, title, site, hasViewers, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Rotamer`}</title>
        <link rel="icon" href={root + assetPath('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={root + assetPath('shared.css')} />
        <link rel="stylesheet" href={root + assetPath('console.css')} />
        <script type="module" src={root + assetPath('console.js')} />
        {hasViewers && <script type="module" src={`${root}share/assets/share.js`} />}
      </head>
      <body class="console">
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Header root={root} site={site} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
