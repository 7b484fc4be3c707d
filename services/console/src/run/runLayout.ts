/** Where the nodes and edges of a run are drawn, in units of the picture. */
export interface RunLayout {
  width: number;
  height: number;
  /** The upper left corner of each node, by its id. */
  nodes: Record<string, Point>;
  edges: { from: string; to: string; points: Point[] }[];
}

export interface Point {
  x: number;
  y: number;
}

/** The size of a drawn node. */
export const NODE = { width: 256, height: 66 };
