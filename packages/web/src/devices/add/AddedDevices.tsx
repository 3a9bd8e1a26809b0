import type { ImportRow } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { StateMark } from '../StateMark.tsx';
import classes from './add.module.css';

interface AddedDevicesProps {
  readonly added: readonly ImportRow[];
  /** True when the list of remaining rows below needs the space. */
  readonly isShort: boolean;
}

/** List of the added devices with their current state, which live events update. */
export function AddedDevices({ added, isShort }: AddedDevicesProps) {
  const project = useProject();
  const list = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  const byId = new Map(list.data?.items.map((device) => [device.id, device] as const));
  const devices = added.map((row) => ({ row, device: byId.get(row.deviceId ?? '') }));
  const online = devices.filter(({ device }) => device && device.state !== 0 && !device.waiting).length;
  return (
    <div className="grid gap-8 below">
      <Notice tone="good" title={`${formatPlural(added.length, 'device')} added`}>
        {online === added.length
          ? 'All added devices are online.'
          : `${online} online. The others come online when they are connected to the internet.`}
      </Notice>
      <ScrollBox
        label="Added devices"
        className={`box ${classes['added']} ${isShort ? classes['short'] : ''}`}
      >
        <ul className="divided">
          {devices.map(({ row, device }) => (
            <li key={row.deviceId}>
              <strong>{device?.name ?? row.name}</strong>
              <span className="mut">{row.modelName?.split(',')[0]}</span>
              {device && <StateMark device={device} />}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </div>
  );
}
