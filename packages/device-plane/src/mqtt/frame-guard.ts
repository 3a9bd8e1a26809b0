import type { Socket } from 'node:net';

/**
 * Follows the frames of an MQTT byte stream and says when one announces more than the limit, before it is buffered:
 * version 3.1.1 has no maximum packet size of its own.
 */
export class FrameGuard {
  readonly #maxBytes: number;
  #remaining = 0;
  #header: number[] = [];

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False as soon as a frame is too large or its length is malformed. */
  accepts(chunk: Uint8Array): boolean {
    let position = 0;
    while (position < chunk.length) {
      if (this.#remaining > 0) {
        const skipped = Math.min(this.#remaining, chunk.length - position);
        this.#remaining -= skipped;
        position += skipped;
        continue;
      }
      this.#header.push(chunk[position++] ?? 0);
      if (this.#header.length === 1) continue;
      const last = this.#header.at(-1) ?? 0;
      if (last >= 128 && this.#header.length < 5) continue;
      if (last >= 128) return false;
      const length = this.#header.slice(1).reduce((sum, byte, index) => sum + (byte & 127) * 128 ** index, 0);
      if (length > this.#maxBytes) return false;
      this.#remaining = length;
      this.#header = [];
    }
    return true;
  }
}

/** Cuts a socket whose next frame is too large; reads pass through otherwise. */
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
