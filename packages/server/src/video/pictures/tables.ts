export interface CameraPictureTable {
  id: string;
  project_id: number;
  device_id: string;
  /** Id of the event of the camera; null for the newest picture. */
  event_id: string | null;
  /** Text of the event in the log. */
  event: string | null;
  taken_at: Date;
  width_px: number;
  height_px: number;
  large_file: string;
  small_file: string;
}

/** A picture that a camera has announced. */
export interface PictureUploadTable {
  id: string;
  project_id: number;
  device_id: string;
  event_id: string | null;
  sha256: string;
  is_received: boolean;
  created_at: Date;
}

/** Signature of an hourly picture of a camera. */
export interface PictureSignatureTable {
  device_id: string;
  taken_at: Date;
  blocks: Buffer;
  contrast: number;
  /** True if the picture shows the same as the one an hour before. */
  unchanged: boolean;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    camera_pictures: CameraPictureTable;
    picture_uploads: PictureUploadTable;
    picture_signatures: PictureSignatureTable;
  }
}
