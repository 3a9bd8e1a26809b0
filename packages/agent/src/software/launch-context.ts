/**
 * Interface of the launcher for the image it runs. An installed launcher may start images built years later: members
 * may be added but not changed.
 */
export interface LaunchContext {
  /** Overrides the boot reason that the link determines. */
  readonly bootReason: 'upgrade' | undefined;
  /** Stores an image for the next start; resolves when it would survive a power cut. */
  install(version: string, image: Uint8Array): Promise<void>;
  /** Confirms the running image after it reached the cloud. Idempotent. */
  confirmed(): Promise<void>;
}
