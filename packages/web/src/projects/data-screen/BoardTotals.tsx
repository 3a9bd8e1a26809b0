import type { DataScreen } from '@northlight/contract';
import { ABSENT, formatBitRate, formatCount, formatPlural } from '../../kit/format/index.ts';
import type { ReactNode } from 'react';
import classes from './data-screen.module.css';
import { RollingNumber } from './RollingNumber.tsx';

const formatWhole = (value: number): string => formatCount(Math.round(value));

export function BoardTotals({ alarms, totals }: Pick<DataScreen, 'alarms' | 'totals'>) {
  const { clients, devices, downloadBps, online, openAlarms, projects, uploadBps } = totals;
  const offline = devices - online;
  const critical = alarms.filter(({ severity }) => severity === 'critical').length;
  return (
    <dl className={`grid ${classes['totals']}`}>
      <TotalTile
        name="Devices online"
        value={<RollingNumber value={online} format={formatWhole} />}
        note={formatDeviceNote(devices, offline)}
        state={offline > 0 ? 'error' : undefined}
      />
      <TotalTile
        name="Clients"
        value={<RollingNumber value={clients} format={formatWhole} />}
        note={projects === 0 ? 'no projects yet' : `in ${formatPlural(projects, 'project')}`}
      />
      <TotalTile name="Download" value={<Rate bps={downloadBps} />} note={formatRateNote(downloadBps)} />
      <TotalTile name="Upload" value={<Rate bps={uploadBps} />} note={formatRateNote(uploadBps)} />
      <TotalTile
        id="alarms"
        name="Open alarms"
        value={<RollingNumber value={openAlarms} format={formatWhole} />}
        note={openAlarms === 0 ? 'all clear' : formatCritical(critical, openAlarms > alarms.length)}
        state={openAlarms === 0 ? undefined : critical > 0 ? 'error' : 'warning'}
      />
    </dl>
  );
}

const formatDeviceNote = (devices: number, offline: number): string => {
  if (devices === 0) return 'no devices yet';
  return `of ${formatWhole(devices)}, ${offline === 0 ? 'all online' : `${formatWhole(offline)} offline`}`;
};

/** `isPart` is true if the screen does not list every open alarm. */
const formatCritical = (critical: number, isPart: boolean): string =>
  critical === 0 ? 'none critical' : `${isPart ? 'at least ' : ''}${formatWhole(critical)} critical`;

const formatRateNote = (bps: number | undefined): string =>
  bps === undefined ? 'no report yet' : 'last minute';

/** A rate; a dash if no device has reported one. */
function Rate({ bps }: { readonly bps: number | undefined }) {
  return bps === undefined ? ABSENT : <RollingNumber value={bps} format={formatBitRate} />;
}

interface TotalTileProps {
  /** Name for the style sheet, for a tile with its own layout on a phone. */
  readonly id?: string;
  readonly name: string;
  readonly value: ReactNode;
  readonly note: string;
  readonly state?: 'error' | 'warning' | undefined;
}

function TotalTile({ id, name, note, state, value }: TotalTileProps) {
  return (
    <div className={`raised ${classes['total']}`} data-total={id} data-state={state}>
      <dt>{name}</dt>
      <dd className={`bold nowrap ${classes['totalValue']}`}>{value}</dd>
      <dd className="tone">{note}</dd>
    </div>
  );
}
