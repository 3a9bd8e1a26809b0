/** A square of a picture, in the picture's own pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_SIZE = 16;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export function computeMiddleSquare({ width, height }: Size): Square {
  const size = Math.min(width, height);
  return { x: Math.round((width - size) / 2), y: Math.round((height - size) / 2), size };
}

/** Moves a square by a number of pixels and keeps it inside the picture. */
export function moveSquare(square: Square, dx: number, dy: number, { width, height }: Size): Square {
  return {
    size: square.size,
    x: Math.round(clamp(square.x + dx, 0, width - square.size)),
    y: Math.round(clamp(square.y + dy, 0, height - square.size)),
  };
}

/** Resizes a square around its centre and keeps it inside the picture. */
export function resizeSquare(square: Square, size: number, picture: Size): Square {
  const next = Math.round(clamp(size, MIN_SIZE, Math.min(picture.width, picture.height)));
  const shift = (square.size - next) / 2;
  return moveSquare({ ...square, size: next }, shift, shift, picture);
}
