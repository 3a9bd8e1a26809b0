/** Size of a drawn picture in px. */
export interface SnapshotSides {
  readonly width: number;
  readonly height: number;
}

export interface SnapshotOrder {
  readonly bytes: Uint8Array;
  /** The pictures are drawn within these sides, the first one largest. */
  readonly sides: readonly SnapshotSides[];
}

/** Blocks into which a picture is divided to compare it with others. */
export const SIGNATURE_COLUMNS = 16;
export const SIGNATURE_ROWS = 9;

/** Properties by which pictures of a camera are compared. */
export interface Signature {
  /** Checksums of the blocks, row by row, 4 bytes each: equal blocks have equal pixels. */
  readonly blocks: Uint8Array;
  /** Standard deviation of the brightness (0 to 127) without the top and bottom rows, where cameras print texts. */
  readonly contrast: number;
}

export type SnapshotResult =
  | {
      readonly pictures: readonly (SnapshotSides & { readonly bytes: Uint8Array })[];
      readonly signature: Signature;
    }
  | { readonly refused: string };
