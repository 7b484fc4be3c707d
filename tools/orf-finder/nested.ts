interface Frame {
  sequence: string;
  start: number;
  end: number;
}

/**
 * Returns the frames, in the same order, that do not lie completely within another frame of their sequence on either
 * strand. `lengthOf` returns the length of a circle, on which a frame may end beyond the origin.
 */
export function withoutNested<F extends Frame>(found: F[], lengthOf?: (sequence: string) => number): F[] {
  const nested = new Set<F>();
  for (const [sequence, frames] of Map.groupBy(found, (frame) => frame.sequence)) {
    const turn = lengthOf?.(sequence);
    // Frames are placed a second time, one turn later, so that frames after the origin are compared with a frame over
    // it.
    const turned = turn === undefined ? [] : frames.map((frame) => placed(frame, turn));
    const places = [...frames.map((frame) => placed(frame, 0)), ...turned];
    places.sort((a, b) => a.start - b.start || b.end - a.end);
    let last = -1;
    for (const { frame, end } of places) {
      if (end <= last) nested.add(frame);
      last = Math.max(last, end);
    }
  }
  return found.filter((frame) => !nested.has(frame));
}

const placed = <F extends Frame>(frame: F, turn: number) => ({
  frame,
  start: frame.start + turn,
  end: frame.end + turn,
});
