import type { ProjectStatus } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../paths.ts';
import classes from './status.module.css';

type Ranked = ProjectStatus['busiest'][number];

interface DeviceRankingProps<Device extends Ranked> {
  readonly devices: readonly Device[];
  readonly figure: (device: Device) => string;
  /** What the figure is of. */
  readonly unit: string;
  readonly empty: string;
}

/** Devices in order of a figure; each leads to its history. */
export function DeviceRanking<Device extends Ranked>({
  devices,
  empty,
  figure,
  unit,
}: DeviceRankingProps<Device>) {
  if (devices.length === 0) return <p className={classes['quiet']}>{empty}</p>;
  return (
    <ol className={classes['list']}>
      {devices.map((device) => (
        <li key={device.id}>
          <Link to={PATHS.deviceData} search={{ devices: device.id }} className={classes['item']}>
            <span className={classes['name']} title={device.name}>
              {device.name}
            </span>
            <span className={classes['figure']}>
              {figure(device)} <span className="mut">{unit}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
