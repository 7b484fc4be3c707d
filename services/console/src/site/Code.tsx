/** Lines of a terminal or of a program, to copy. */
export function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide text is scrolled by keyboard
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
