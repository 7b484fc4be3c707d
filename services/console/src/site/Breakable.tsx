/** A person or a mail address. A long address breaks after `@` and dots, so that it leaves room for other columns on a phone. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[@.])(?=\S)/).map((part, i) => (
        <>
          {i > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}
