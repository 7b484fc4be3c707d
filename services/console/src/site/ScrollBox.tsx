import type { ComponentChildren } from 'preact';

interface ScrollBoxProps {
  /** Its name, which differs from that of the section around it: screen readers list both. */
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A part of a page that scrolls by itself when it is wider than the screen. */
export function ScrollBox({ label, class: name = 'scroll', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys (WCAG 2.1.1).
    <section class={name} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
