// Runs in the browser. A separate file, because the page's Content-Security-Policy allows no inline script.

SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/v1/openapi.json',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  // The default validator is an external site.
  validatorUrl: null,
});
