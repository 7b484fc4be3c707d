/** What happened, and where to go next. */
export function Message({ root, title, message, link }: MessageProps) {
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      {link && (
        <p>
          <a href={root + link.path}>{link.text}</a>
        </p>
      )}
    </>
  );
}

interface MessageProps {
  root: string;
  title: string;
  message: string;
  /** A path below the root of the service, and the text of the link to it. */
  link?: { path: string; text: string };
}
