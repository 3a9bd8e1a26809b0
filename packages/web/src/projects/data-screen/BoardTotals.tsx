import type { DataScreen } from '@northlight/contract';
import { ABSENT, formatBitRate, formatCount, formatPlural } from '../../kit/format/index.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './data-screen.module.css';
import { VisuallyHidden } from '@mantine/core';

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

const ROLL_MS = 700;

interface RollingNumberProps {
  readonly value: number;
  readonly format: (value: number) => string;
}

/** A number that moves to its next value. It changes at once if the user prefers reduced motion. */
function RollingNumber({ format, value }: RollingNumberProps) {
  const node = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    const from = shown.current;
    if (from === value) return undefined;
    const write = (number: number): void => {
      shown.current = number;
      if (node.current) node.current.textContent = format(number);
    };
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      write(value);
      return undefined;
    }
    let frame = 0;
    let startedAt: number | undefined;
    const step = (now: number): void => {
      startedAt ??= now;
      const progress = Math.min(1, (now - startedAt) / ROLL_MS);
      write(progress === 1 ? value : from + (value - from) * (1 - (1 - progress) ** 3));
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [format, value]);
  // React renders only the first value; animation frames write the later values.
  const [first] = useState(() => format(value));
  return (
    <>
      <span ref={node} aria-hidden="true">
        {first}
      </span>
      <VisuallyHidden>{format(value)}</VisuallyHidden>
    </>
  );
}
