/**
 * The browser's own barcode detector, which Chrome on Android has. Other browsers read frames with a library.
 */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

export interface Frame {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Returns the text of the QR code in a frame of a video; undefined if the frame contains no code. */
type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Maximum side of a frame (px): a label fills most of the picture, so larger frames only cost time. */
const MAX_SIDE = 720;

/** Chooses the browser's detector if it has one, otherwise loads the library. */
export async function createFrameReader(): Promise<ReadFrame> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): readonly string[] => []);
  if (BarcodeDetector && formats?.includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const decode = await loadDecoder();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decode(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/** Loads the library. The result returns the text of the QR code in a picture. */
export async function loadDecoder(): Promise<(frame: Frame) => string | undefined> {
  const { default: decodeQr } = await import('qr/decode.js');
  return (frame) => {
    try {
      return decodeQr(frame);
    } catch {
      // Ignores the error, because most frames contain no readable code.
      return undefined;
    }
  };
}

const BY_HAND = 'or enter the serial number and claim code by hand.';

/** Returns the reason why the camera cannot be used, and what the user can do instead. */
export function describeCameraError(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return `Camera access was denied. Allow the camera for this site in the settings of the browser, ${BY_HAND}`;
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'This device has no camera. Enter the serial number and claim code by hand.';
    case 'NotReadableError':
      return `Another app uses the camera. Close it and try again, ${BY_HAND}`;
    default:
      return `The camera could not be started. Try again, ${BY_HAND}`;
  }
}
