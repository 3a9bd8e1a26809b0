import type { Socket } from 'node:net';

/**
 * Parses the frame headers of an MQTT byte stream, to detect a frame above the size limit before it is
 * buffered. MQTT 3.1.1 itself has no maximum packet size.
 */
export class FrameGuard {
  readonly #maxBytes: number;
  /** Number of bytes of the current frame that have not arrived. */
  #remaining = 0;
  /** Received bytes of the next frame's header, and the frame length that they encode. */
  #headerBytes = 0;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false as soon as a frame is too large or its length is malformed. */
  accepts(chunk: Uint8Array): boolean {
    let position = 0;
    while (position < chunk.length) {
      if (this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - position);
        this.#remaining -= skipped;
        position += skipped;
        continue;
      }
      const byte = chunk[position++] ?? 0;
      if (this.#headerBytes++ === 0) continue;
      this.#length += (byte & 127) * 128 ** (this.#headerBytes - 2);
      if (byte >= 128 && this.#headerBytes < 5) continue;
      if (byte >= 128 || this.#length > this.#maxBytes) return false;
      this.#remaining = this.#length;
      this.#headerBytes = 0;
      this.#length = 0;
    }
    return true;
  }
}

/** Destroys a socket when a frame is too large; does not change the data that is read. */
export function guardFrames(socket: Socket, maxBytes: number): void {
  const guard = new FrameGuard(maxBytes);
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = size === undefined ? read() : read(size);
    if (!(chunk instanceof Uint8Array) || guard.accepts(chunk)) return chunk;
    socket.destroy();
    return null;
  };
}
