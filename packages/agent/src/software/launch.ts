/**
 * What the launcher gives to the image that it runs. An installed launcher starts images that are made years later: this
 * may grow and not change.
 */
export interface Launch {
  /** Told at the birth when it is not what the link knows by itself. */
  readonly bootReason: 'upgrade' | undefined;
  /** Keeps an image that is to run at the next start; resolves when it would survive a power cut. */
  install(version: string, image: Uint8Array): Promise<void>;
  /** The cloud was reached: what runs now is good. May be called again. */
  confirmed(): Promise<void>;
}
