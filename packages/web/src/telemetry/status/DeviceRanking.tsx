import type { ProjectStatus } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../paths.ts';
import classes from './status.module.css';

type Ranked = ProjectStatus['busiest'][number];

interface DeviceRankingProps<Device extends Ranked> {
  readonly devices: readonly Device[];
  readonly formatValue: (device: Device) => string;
  readonly unit: string;
  readonly empty: string;
}

/** Ranks devices by a value, with links to their data. */
export function DeviceRanking<Device extends Ranked>({
  devices,
  empty,
  formatValue,
  unit,
}: DeviceRankingProps<Device>) {
  if (devices.length === 0) return <p className={classes['note']}>{empty}</p>;
  return (
    <ol className={classes['list']}>
      {devices.map((device) => (
        <li key={device.id}>
          <Link to={PATHS.deviceData} search={{ devices: device.id }} className={classes['item']}>
            <span className={classes['name']} title={device.name}>
              {device.name}
            </span>
            <span className={classes['value']}>
              {formatValue(device)} <span className="mut">{unit}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
