import type { Tx } from '../platform/db/database.ts';

interface EventPicture {
  readonly deviceId: string;
  /** Id that the device gave to the event. */
  readonly eventId: string;
  readonly pictureId: string;
}

/** Links the record of an event of a device to the picture of its moment; returns the text of the event, if it is recorded. */
export async function attachPicture(
  tx: Tx,
  { deviceId, eventId, pictureId }: EventPicture,
): Promise<string | undefined> {
  const record = await tx
    .updateTable('run_logs')
    .set({ picture_id: pictureId })
    .where('device_id', '=', deviceId)
    .where('event_id', '=', eventId)
    .returning('event')
    .executeTakeFirst();
  return record?.event;
}
