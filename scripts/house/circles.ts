import { type Arrow, isForTests } from './rooms.ts';

/** The names of direct children of a folder that import each other in a circle. A file directly in the folder is a child of it. */
export interface Circle {
  /** Path from the root of the repository. */
  folder: string;
  children: string[];
}

/** Returns the circles between the direct children of each folder. Ignores imports by tests and by `testing/`, which only wire. */
export function findCircles(arrows: Arrow[]): Circle[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of arrows) {
    if (isForTests(from)) continue;
    const { folder, child, other } = fork(from, to);
    const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
    graphs.set(folder, graph.set(child, (graph.get(child) ?? new Set()).add(other)));
  }
  return [...graphs]
    .flatMap(([folder, graph]) => knotsOf(graph).map((children) => ({ folder, children })))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Returns the folder below which the paths of two files differ, and the child of it that contains each file. */
function fork(from: string, to: string): { folder: string; child: string; other: string } {
  const [one, two] = [partsOf(from), partsOf(to)];
  const depth = one.findIndex((part, n) => part !== two[n]);
  return { folder: one.slice(0, depth).join('/'), child: one[depth]!, other: two[depth]! };
}

/** Returns the parts of a path. Each package is one part, because tools lie between packages: pages → tools → formats. */
function partsOf(file: string): string[] {
  const [first, second, ...rest] = file.split('/');
  return first === 'packages' ? [`${first}/${second}`, ...rest] : file.split('/');
}

/** Returns the sets of two or more nodes that all reach each other. */
function knotsOf(graph: Map<string, Set<string>>): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const knots = [...reached].map(([node, others]) =>
    [...others].filter((other) => other === node || reached.get(other)?.has(node)).sort(),
  );
  return [...new Map(knots.filter((knot) => knot.length > 1).map((knot) => [knot.join(), knot])).values()];
}

function reachedFrom(graph: Map<string, Set<string>>, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}
