/** A text of a tool. What the text has in backticks, such as the name of a setting, is shown as code. */
export function Prose({ text }: { text: string | undefined }) {
  // Every second part was in backticks.
  return <>{text?.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
}
