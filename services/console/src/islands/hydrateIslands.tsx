import { type ComponentType, hydrate } from 'preact';

/** Lets the components of the islands take over the HTML that the server rendered. */
// biome-ignore lint/suspicious/noExplicitAny: each component has other properties, and the server checked them.
export function hydrateIslands(root: ParentNode, components: Record<string, ComponentType<any>>): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-island]')) {
    const Component = components[element.dataset.island ?? ''];
    if (Component) hydrate(<Component {...JSON.parse(element.dataset.props ?? '{}')} />, element);
  }
}
