// Runs in the browser. A file of its own: the page's policy allows no script inside the page.

SwaggerUIBundle({
  dom_id: '#reference',
  url: '/api/v1/openapi.json',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  // The default validator is another site's.
  validatorUrl: null,
});
