import type { ComponentType } from 'preact';

interface IslandProps<Props extends object> {
  /** The name under which `islands/main.tsx` finds the component. */
  name: string;
  of: ComponentType<Props>;
  /** What the component shows. It becomes part of the page as JSON. */
  props: Props;
}

/** A part of a page that goes on in the browser: the same component takes over the HTML that the server rendered. */
export function Island<Props extends object>({ name, of: Component, props }: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  );
}
