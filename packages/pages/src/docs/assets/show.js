// Runs in the browser, after the renderer. Whatever of it calls, or leads to, a service of its makers is off.

// The address by which the reader reached this page works for the reader, also when the service has another public URL.
const base = new URL('.', document.baseURI).href.replace(/\/$/, '');

fetch('docs/openapi.json')
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`status ${answer.status}`))))
  .then((content) => {
    content.info.description = content.info.description.replaceAll(content.servers[0].url, base);
    content.servers = [{ url: base }];
    Scalar.createApiReference('#reference', {
      content,
      // Samples are those of the document.
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
