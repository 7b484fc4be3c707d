import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { followLog, lastOf } from './liveLog.ts';

interface LogTextProps {
  text: string;
  /** The text lacks the beginning of the log. */
  isCut: boolean;
  /** The rest of the log as events; undefined when nothing follows. */
  events: string | undefined;
}

/** How close to its end a log counts as read to the end, in pixels. */
const NEAR_END = 40;

/** The end of a log. It follows what is written while its end is in view. A page without scripts shows it as it was. */
export function LogText({ text: first, isCut, events }: LogTextProps) {
  const [text, setText] = useState(first);
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (events === undefined) return undefined;
    return followLog(events, (more) => setText((known) => lastOf(known + more)));
  }, []);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current && text !== first) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return (
    <>
      {(isCut || text.length < first.length) && <p class="quiet">The end of the log. The download has all of it.</p>}
      {text === '' && <p class="quiet">{events === undefined ? 'The log is empty.' : 'Nothing was written yet.'}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys (WCAG 2.1.1). */}
      <section class="log" aria-label="Log, text" tabIndex={0} ref={box} onScroll={onScroll} hidden={text === ''}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
