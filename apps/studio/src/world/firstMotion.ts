/** For measurements from outside: marks when a body was first drawn, and when it was first drawn in another pose. */
export interface FirstMotion {
  /** Resolves at the second. */
  readonly seen: Promise<void>;
  /** A picture with a body was drawn. */
  onPicture(): void;
}

export function createFirstMotion(): FirstMotion {
  /** Pictures with a body in them, counted up to the second: the first that shows it move. */
  let count = 0;
  let see = () => {};
  const seen = new Promise<void>((resolve) => {
    see = resolve;
  });
  return {
    seen,
    onPicture() {
      if (count === 2) return;
      count++;
      performance.mark(count === 1 ? 'leib:first-frame' : 'leib:first-motion');
      if (count === 2) see();
    },
  };
}
