import type { UpChannel } from '@northlight/contract/device-protocol';
import { cleanForeignText } from '@northlight/contract/net';
import { hashSha256Hex, KeyedBucket } from '@northlight/runtime';
import type { z } from 'zod';
import { type CleanMessage, cleanMessage } from './clean-message.ts';
import type { PlaneServices } from './plane-services.ts';
import type { MessageNote } from './store.ts';

/** Maximum number of different notes per device and hour. */
const NOTES_PER_HOUR = 20;
const MAX_DEVICES = 50_000;
const MAX_PARTS = 8;
const MAX_REASON_LENGTH = 300;
const LOG_TEXTS = {
  refused: 'device message refused',
  cleaned: 'parts of a device message were left out',
} as const;

type SaveNote = (deviceId: string, note: MessageNote, now: number) => void;

/**
 * Reads messages of devices. Notes refused messages and left out parts for the owner of the device and in the server's log:
 * the same note once per hour, and a limited number of different ones.
 */
export class MessageReader {
  readonly #services: Pick<PlaneServices, 'clock' | 'log'>;
  readonly #save: SaveNote;
  readonly #equalNotes = new KeyedBucket({ ratePerSecond: 1 / 3600, burst: 1, maxKeys: MAX_DEVICES });
  readonly #deviceNotes = new KeyedBucket({
    ratePerSecond: NOTES_PER_HOUR / 3600,
    burst: NOTES_PER_HOUR,
    maxKeys: MAX_DEVICES,
  });

  constructor(services: Pick<PlaneServices, 'clock' | 'log'>, save: SaveNote) {
    this.#services = services;
    this.#save = save;
  }

  /** Parses and cleans a message. Throws MalformedMessage. */
  read<T>(deviceId: string, channel: UpChannel, schema: z.ZodType<T>, payload: unknown): CleanMessage<T> {
    const clean = cleanMessage(schema, payload);
    if (clean.changes.size === 0) return clean;
    const parts = [...clean.changes].map(([part, times]) => (times > 1 ? `${part} (${times})` : part));
    const reason = `${channel}: ${parts.slice(0, MAX_PARTS).join(', ')}`;
    this.#note(deviceId, { kind: 'cleaned', reason }, [channel, ...clean.changes.keys()].join());
    return clean;
  }

  noteRefusal(deviceId: string, reason: string): void {
    this.#note(deviceId, { kind: 'refused', reason }, reason);
  }

  #note(deviceId: string, { kind, reason }: MessageNote, key: string): void {
    const now = this.#services.clock.now();
    // A hash, because keys contain names that the device chose, of any length.
    const noteKey = `${deviceId} ${hashSha256Hex(key)}`;
    if (this.#equalNotes.waitMs(noteKey, now) > 0 || !this.#deviceNotes.take(deviceId, now)) return;
    this.#equalNotes.take(noteKey, now);
    const note = { kind, reason: cleanForeignText(reason, MAX_REASON_LENGTH) };
    this.#services.log.warn({ device: deviceId, reason: note.reason }, LOG_TEXTS[kind]);
    this.#save(deviceId, note, now);
  }
}
