// Runs in the browser, before the renderer. A separate file, because the page's Content-Security-Policy allows no inline script.

// The renderer gives its main stylesheet the page's nonce. This adds the nonce to the small stylesheets of its parts.
const { content: nonce } = document.querySelector('meta[property=csp-nonce]');
const create = document.createElement;
document.createElement = function createElement(...args) {
  const element = create.apply(this, args);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};
