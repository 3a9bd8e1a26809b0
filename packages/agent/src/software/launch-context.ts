/**
 * Interface that the launcher offers to the image it runs. An installed launcher may start images that are
 * years newer, so members may be added but not changed.
 */
export interface LaunchContext {
  /** Boot reason for the next birth; overrides the one that the link determines. */
  readonly bootReason: 'upgrade' | undefined;
  /** Stores an image for the next start; resolves when the image survives a power cut. */
  install(version: string, image: Uint8Array): Promise<void>;
  /** Confirms the running image after it has reached the cloud. Can be called repeatedly. */
  confirmed(): Promise<void>;
}
