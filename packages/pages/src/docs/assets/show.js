// Runs in the browser, after the renderer. Features that call or link to a service of the renderer's makers are turned off.

// Requests use the address by which the reader reached this page, because the public URL may not be reachable for the reader.
const base = new URL('.', document.baseURI).href.replace(/\/$/, '');

fetch('docs/openapi.json')
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
  .then((content) => {
    content.info.description = content.info.description.replaceAll(content.servers[0].url, base);
    content.servers = [{ url: base }];
    Scalar.createApiReference('#reference', {
      content,
      // Shows only the samples of the document.
      hiddenClients: true,
      documentDownloadType: 'none',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      metaData: { title: 'API reference · Rotamer' },
    });
  })
  .catch(() => {
    document.querySelector('#reference').textContent =
      'The reference could not be loaded. Reload the page in a few seconds.';
  });

// The renderer makes the main part, which has no id and does not take the focus.
document.querySelector('.skip').addEventListener('click', (event) => {
  const main = document.querySelector('#reference main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
});
