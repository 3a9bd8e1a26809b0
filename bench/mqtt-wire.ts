/**
 * As much of MQTT 3.1.1 as thousands of connections of one process need: frames made by hand, so that a load costs
 * little beside what it loads.
 */
export const PACKET = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface Frame {
  readonly type: number;
  readonly qos: number;
  /** What follows the length. */
  readonly body: Buffer;
}

const string = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint16(bytes.length), bytes]);
};

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

function frame(firstByte: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([firstByte, ...length]), body]);
}

export function connectFrame(client: {
  readonly id: string;
  readonly password: string;
  /** False keeps what was not acknowledged for the next connection. */
  readonly clean: boolean;
  readonly keepaliveSeconds: number;
}): Buffer {
  const flags = 0b1100_0000 | (client.clean ? 0b10 : 0);
  const head = [string('MQTT'), Buffer.from([4, flags]), uint16(client.keepaliveSeconds)];
  return frame(0x10, ...head, string(client.id), string(client.id), string(client.password));
}

export const publishFrame = (topic: string, packetId: number, payload: string): Buffer =>
  frame(0x32, string(topic), uint16(packetId), Buffer.from(payload));

export const subscribeFrame = (filter: string): Buffer =>
  frame(0x82, uint16(1), string(filter), Buffer.from([1]));

export const pubackFrame = (packetId: number): Buffer =>
  Buffer.from([0x40, 2, packetId >> 8, packetId & 255]);

export const PING = Buffer.from([0xc0, 0]);

/** Topic, packet id and payload of a publish with QoS 1. */
export function readPublish(body: Buffer): { topic: string; packetId: number; payload: Buffer } {
  const end = 2 + body.readUInt16BE(0);
  return {
    topic: body.toString('utf8', 2, end),
    packetId: body.readUInt16BE(end),
    payload: body.subarray(end + 2),
  };
}

/** Cuts a byte stream into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Every frame that this chunk completes. */
  push(chunk: Buffer): Frame[] {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      let length = 0;
      let cursor = at + 1;
      let byte = 128;
      for (let shift = 0; byte > 127 && cursor < bytes.length; shift += 7) {
        byte = bytes[cursor++] ?? 0;
        length |= (byte & 127) << shift;
      }
      if (byte > 127 || cursor + length > bytes.length) break;
      const first = bytes[at] ?? 0;
      frames.push({
        type: first >> 4,
        qos: (first >> 1) & 3,
        body: bytes.subarray(cursor, cursor + length),
      });
      at = cursor + length;
    }
    this.#rest = bytes.subarray(at);
    return frames;
  }
}
