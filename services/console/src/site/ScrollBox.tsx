import type { ComponentChildren } from 'preact';

interface ScrollBoxProps {
  /** The id of its heading, or its own name. */
  labelledBy?: string;
  label?: string;
  class?: string;
  children: ComponentChildren;
}

/** A part of a page that scrolls by itself when it is wider than the screen. */
export function ScrollBox({ labelledBy, label, class: name = 'scroll', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys (WCAG 2.1.1).
    <section class={name} aria-labelledby={labelledBy} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
