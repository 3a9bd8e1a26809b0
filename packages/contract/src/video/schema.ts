import { z } from 'zod';

/** Sides of the pictures of cameras in px: a picture is drawn again within them. */
export const PICTURE_SIZES = {
  large: { width: 1280, height: 960 },
  small: { width: 480, height: 360 },
} as const;
export const pictureSize = z.enum(['small', 'large']);

/** Event pictures of a camera that are kept; older ones are deleted first. */
export const EVENT_PICTURES_MAX = 100;

/** A picture of a camera. */
export const cameraPicture = z.object({
  id: z.string(),
  /** Time at which the cloud received it. */
  takenAt: z.string(),
  /** Paths of the picture (JPEG): large, and within 480 × 360 px. */
  url: z.string(),
  smallUrl: z.string(),
  widthPx: z.number().int(),
  heightPx: z.number().int(),
  /** Event of the camera whose moment the picture shows; absent for the newest picture. */
  event: z.string().optional(),
});
export type CameraPicture = z.infer<typeof cameraPicture>;
