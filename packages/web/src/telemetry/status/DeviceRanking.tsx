import type { ProjectStatus } from '@northlight/contract';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { PATHS } from '../../paths.ts';
import classes from './status.module.css';

/** Limit on a phone, where the rankings follow each other in one column. */
const SHOWN_ON_PHONE = 3;

type Ranked = ProjectStatus['busiest'][number];

interface DeviceRankingProps<Device extends Ranked> {
  readonly devices: readonly Device[];
  readonly renderValue: (device: Device) => ReactNode;
  readonly unit: string;
  /** Bar beside the value. */
  readonly renderBar?: (device: Device) => ReactNode;
  readonly empty: string;
}

/** Ranks devices by a value, with links to their data. */
export function DeviceRanking<Device extends Ranked>({
  devices,
  empty,
  renderBar,
  renderValue,
  unit,
}: DeviceRankingProps<Device>) {
  const isPhone = useIsPhone();
  if (devices.length === 0) return <p className="mut">{empty}</p>;
  return (
    <ol className="grid">
      {devices.slice(0, isPhone ? SHOWN_ON_PHONE : undefined).map((device) => (
        <li key={device.id}>
          <Link
            to={PATHS.deviceData}
            search={{ devices: device.id }}
            className={`row gap-10 unlinked touch ${classes['item']}`}
          >
            <span
              className={`grow shrink-x ellipsis underline-inside ${classes['name']}`}
              title={device.name}
            >
              {device.name}
            </span>
            {renderBar && <span className={`flex ${classes['rankBar']}`}>{renderBar(device)}</span>}
            <span className="nowrap tabular">
              {renderValue(device)} <span className="mut">{unit}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
