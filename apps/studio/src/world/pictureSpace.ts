/** A part of the window, pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where texts over the picture may stand: between bars and panels, beside the cards on the picture. */
export interface PictureSpace {
  readonly frame: Box;
  readonly cards: readonly Box[];
}
