import {
  type ApplicationStat,
  type ClientsMessage,
  clientsMessage,
  type StatMessage,
  statMessage,
} from '@northlight/contract/device-protocol';
import { z } from 'zod';
import type { SeriesGroup } from '../services.ts';

/**
 * Metric groups. Each group is stored in its own blocks, so that a chart reads only the columns that it
 * shows.
 */
export const GROUPS = {
  sys: 0,
  port: 1,
  radio: 2,
  client: 3,
  project: 4,
  application: 5,
} as const satisfies Readonly<Record<SeriesGroup, number>>;
export type Group = SeriesGroup;

/** Kinds of messages in the log. */
export const KINDS = { stat: 0, clients: 1, project: 2 } as const;

export const formatProjectSeriesId = (projectId: number): string => `project:${projectId}`;

/** Values of one sample, by column. */
export type Row = readonly (readonly [column: string, value: number])[];
export type GroupedRows = readonly (readonly [group: Group, row: Row])[];

const COUNTERS = /\/(rx|tx)$/;
/** Returns true for a column that counts since the start of the device; every other column is a gauge. */
export const isCounter = (group: Group, column: string): boolean =>
  (group === 'port' || group === 'client' || group === 'application') && COUNTERS.test(column);

const FLOWS = 'application/';
export const nameFlowColumn = (column: string): string => FLOWS + column;
/** Returns true for a column that also has a total over a window, which is the traffic of an application. */
export const isFlow = (group: Group, column: string): boolean =>
  group === 'application' || (group === 'project' && column.startsWith(FLOWS));

/** Message with the server's own counts of a project, written once a minute. */
const projectMessage = z.object({
  clients: z.number(),
  wired: z.number(),
  devices: z.number(),
  online: z.number(),
  bands: z.record(z.string(), z.number()),
  ssids: z.record(z.string(), z.number()),
});
export type ProjectCount = z.infer<typeof projectMessage>;

type NamedValues = readonly (readonly [string, number | undefined])[];
const omitUndefined = (values: NamedValues): Row =>
  values.filter((pair): pair is readonly [string, number] => pair[1] !== undefined);

/** Returns the figures of a bridge client's link; a base has several links, which its clients report. */
function listLinkFigures(bridge: StatMessage['bridge']): (readonly [string, number | undefined])[] {
  const peer = bridge?.mode === 'client' ? bridge.peers[0] : undefined;
  return [
    ['link/signal', peer?.signalDbm],
    ['link/noise', peer && bridge?.noiseDbm],
    ['link/rx-rate', peer?.rxRateMbps],
    ['link/tx-rate', peer?.txRateMbps],
    ['link/retries', peer?.retryPercent],
  ];
}

export function groupStatRows(message: StatMessage): GroupedRows {
  const {
    applications,
    backhaul,
    bridge,
    clients,
    cpu,
    mem,
    ports = [],
    radios = [],
    uptimeSeconds,
  } = message;
  const sys = omitUndefined([
    ['cpu', cpu],
    ['memory', mem],
    ['uptime', uptimeSeconds],
    ['clients', clients],
    ['backhaul/signal', backhaul?.signalDbm],
    ['backhaul/rate', backhaul?.rateMbps],
    ['backhaul/retries', backhaul?.retryPercent],
    ...listLinkFigures(bridge),
  ]);
  const port = ports.flatMap(({ id, poeWatts, rxBytes, speedMbps, txBytes, up }) =>
    omitUndefined([
      [`${id}/rx`, rxBytes],
      [`${id}/tx`, txBytes],
      [`${id}/speed`, up ? speedMbps : 0],
      [`${id}/poe`, poeWatts],
    ]),
  );
  const radio = radios.flatMap((stat) =>
    omitUndefined([
      [`${stat.id}/clients`, stat.clients],
      [`${stat.id}/channel`, stat.up ? stat.channel : undefined],
      [`${stat.id}/width`, stat.up ? stat.widthMhz : undefined],
      [`${stat.id}/power`, stat.up ? stat.powerDbm : undefined],
      [`${stat.id}/busy`, stat.busyPercent],
      [`${stat.id}/sent`, stat.txPercent],
      [`${stat.id}/received`, stat.rxPercent],
      [`${stat.id}/noise`, stat.noiseDbm],
      [`${stat.id}/retries`, stat.retryPercent],
    ]),
  );
  const rows: GroupedRows = [
    ['sys', sys],
    ['port', port],
    ['radio', radio],
  ];
  return applications ? [...rows, ['application', toApplicationRow(applications)]] : rows;
}

const toApplicationRow = (stats: readonly ApplicationStat[]): Row =>
  stats.flatMap(({ id, rxBytes, txBytes }) => [
    [`${id}/rx`, rxBytes] as const,
    [`${id}/tx`, txBytes] as const,
  ]);

export function groupClientRows({ join, upd }: ClientsMessage): GroupedRows {
  const row = [...join, ...upd].flatMap(({ mac, rxBytes, signalDbm, txBytes }) => {
    const id = mac.toLowerCase();
    return omitUndefined([
      [`${id}/signal`, signalDbm],
      [`${id}/rx`, rxBytes],
      [`${id}/tx`, txBytes],
    ]);
  });
  return [['client', row]];
}

export function groupProjectRows({
  bands,
  clients,
  devices,
  online,
  ssids,
  wired,
}: ProjectCount): GroupedRows {
  const row: Row = [
    ['clients', clients],
    ['wired', wired],
    ['devices', devices],
    ['online', online],
    ...Object.entries(bands).map(([band, count]) => [`band/${band}`, count] as const),
    ...Object.entries(ssids).map(([ssid, count]) => [`ssid/${ssid}`, count] as const),
  ];
  return [['project', row]];
}

/** Returns the rows of a logged message by group. A message that does not match its schema has none. */
export function parseRows(kind: number, body: Uint8Array): GroupedRows {
  const message: unknown = JSON.parse(new TextDecoder().decode(body));
  switch (kind) {
    case KINDS.stat: {
      const { data } = statMessage.safeParse(message);
      return data ? groupStatRows(data) : [];
    }
    case KINDS.clients: {
      const { data } = clientsMessage.safeParse(message);
      return data ? groupClientRows(data) : [];
    }
    case KINDS.project: {
      const { data } = projectMessage.safeParse(message);
      return data ? groupProjectRows(data) : [];
    }
    default:
      return [];
  }
}
