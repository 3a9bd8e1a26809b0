import type { SeriesReader } from '../services.ts';

/** Time for which a reported speed counts (s). Reports in a simulated past are 5 min apart. */
const HELD_SECONDS = 360;

/**
 * Returns the speed (Mbit/s) that ports had at a time by their last report before it, by device and port: 0 for a port
 * without a link. Ports without a report in the 6 min before are left out.
 */
export async function readPortSpeeds(
  reader: SeriesReader,
  ports: readonly { readonly deviceId: string; readonly port: string }[],
  at: Date,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const to = Math.floor(at.getTime() / 1_000) + 1;
  const byDevice = Map.groupBy(ports, ({ deviceId }) => deviceId);
  const columns = new Set(ports.map(({ port }) => `${port}/speed`));
  const blocks = await reader.reports(
    [...byDevice.keys()],
    'port',
    { from: to - HELD_SECONDS, to, step: 60 },
    (column) => columns.has(column),
  );
  return new Map(
    [...byDevice].map(([deviceId, own]) => {
      const block = blocks.get(deviceId);
      const speeds = own.flatMap(({ port }): (readonly [string, number])[] => {
        const values = block?.columns.get(`${port}/speed`);
        const row = block?.times.findLastIndex(
          (time, index) =>
            time < to && time >= to - HELD_SECONDS && !Number.isNaN(values?.[index] ?? Number.NaN),
        );
        const speed = row === undefined ? undefined : values?.[row];
        return speed === undefined ? [] : [[port, speed]];
      });
      return [deviceId, new Map(speeds)] as const;
    }),
  );
}
