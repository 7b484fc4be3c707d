// Runs in the browser, after the renderer. Whatever of it calls, or leads to, a service of its makers is off.

Scalar.createApiReference('#reference', {
  url: '/docs/openapi.json',
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
