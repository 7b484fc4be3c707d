const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What a page says that the console did not render. */
interface Message {
  title: string;
  message: string;
  /** Where to go next: a path below the root of the service. */
  link?: { path: string; text: string };
}

/** Returns a page with one message, for moments in which the console, which renders pages, cannot be reached. */
export function plainPage(root: string, { title, message, link }: Message): string {
  const onwards = link ? `<p><a href="${escaped(root + link.path)}">${escaped(link.text)}</a></p>` : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · Rotamer</title>
    <link rel="icon" href="${root}share/assets/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${root}share/assets/share.css">
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      <p class="lead">${escaped(message)}</p>
      ${onwards}
    </main>
  </body>
</html>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
}
