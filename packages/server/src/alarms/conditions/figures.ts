import { listProjectsWithClients } from '../../clients/index.ts';
import { type Condition, type Reading, selectOnlineDevices } from './condition.ts';

const DEVICE_FIGURES = {
  'cpu-high': ['cpu', (name: string, percent: number) => `${name}: the processor is at ${percent}%.`],
  'memory-high': ['mem', (name: string, percent: number) => `${name}: the memory is at ${percent}%.`],
  'clients-high': ['clients', (name: string, clients: number) => `${name} has ${clients} clients.`],
} as const;
const DEVICE_KINDS = ['cpu-high', 'memory-high', 'clients-high'] as const;

/** Load and clients of devices. A device with one figure at its limit has readings of all three. */
export const deviceFigures: Condition = {
  kinds: DEVICE_KINDS,
  read: async (db, getLimit, since) => {
    const devices = await selectOnlineDevices(db)
      .select(['device_state.cpu', 'device_state.mem', 'device_state.clients'])
      .where('device_state.reported_at', '>', since)
      .where((where) =>
        where.or(
          DEVICE_KINDS.map((kind) => where(`device_state.${DEVICE_FIGURES[kind][0]}`, '>=', getLimit(kind))),
        ),
      )
      .execute();
    return devices.flatMap((row) =>
      DEVICE_KINDS.flatMap((kind): Reading[] => {
        const [figure, describe] = DEVICE_FIGURES[kind];
        const value = row[figure];
        if (value === null) return [];
        const device = { projectId: row.project_id, deviceId: row.id };
        return [{ ...device, kind, value, describe: () => describe(row.name, Math.round(value)) }];
      }),
    );
  },
};

export const projectClients: Condition = {
  kinds: ['project-clients-high'],
  read: async (db, getLimit) => {
    const projects = await listProjectsWithClients(db, getLimit('project-clients-high'));
    return projects.map(({ count, project_id: projectId }) => ({
      projectId,
      deviceId: '',
      kind: 'project-clients-high',
      value: count,
      describe: () => `The project has ${count} online clients.`,
    }));
  },
};
