import { type Condition, type Reading, selectOnlineDevices } from './condition.ts';
import { sql } from 'kysely';

const UNITS = [
  ['year', 365 * 86_400],
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Wrong clocks and default passwords of cameras and recorders. */
export const videoDeviceFaults: Condition = {
  kinds: ['clock-wrong', 'default-password'],
  read: async (db, getLimit, since) => {
    const limit = getLimit('clock-wrong');
    const hasDefaultPassword = sql<boolean>`coalesce(
      (coalesce(device_state.camera, device_state.recorder) ->> 'hasDefaultPassword')::boolean, false)`;
    const rows = await selectOnlineDevices(db)
      .select('device_state.clock_difference_seconds')
      .select(hasDefaultPassword.as('has_default_password'))
      .where('device_state.reported_at', '>', since)
      .where('devices.kind', 'in', ['ipc', 'nvr'])
      .where((where) =>
        where.or([sql<boolean>`abs(device_state.clock_difference_seconds) >= ${limit}`, hasDefaultPassword]),
      )
      .execute();
    return rows.flatMap((row): Reading[] => {
      const device = { projectId: row.project_id, deviceId: row.id, isFollowed: true } as const;
      const seconds = row.clock_difference_seconds ?? 0;
      return [
        ...(Math.abs(seconds) >= limit
          ? [
              {
                ...device,
                kind: 'clock-wrong' as const,
                value: Math.abs(seconds),
                describe: () => `The clock of ${row.name} is ${formatDifference(seconds)}.`,
              },
            ]
          : []),
        ...(row.has_default_password
          ? [
              {
                ...device,
                kind: 'default-password' as const,
                value: 0,
                describe: () => `${row.name} accepts the default password of its maker.`,
              },
            ]
          : []),
      ];
    });
  },
};

/** Formats the difference of a clock (s): `12 s ahead`, `56 years behind`. */
function formatDifference(seconds: number): string {
  const size = Math.abs(seconds);
  const [unit, length] = UNITS.find(([, each]) => size >= 2 * each) ?? (['s', 1] as const);
  const count = Math.round(size / length);
  const text = unit === 'year' || unit === 'day' ? `${count} ${unit}s` : `${count} ${unit}`;
  return `${text} ${seconds > 0 ? 'ahead' : 'behind'}`;
}
