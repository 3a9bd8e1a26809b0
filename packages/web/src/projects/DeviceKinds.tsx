import { KIND_LABELS, type Project } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatCount } from '../kit/format/index.ts';
import { isOffline } from '../devices/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import classes from './projects.module.css';

/** Number of devices that are online, as a link to the devices. */
export function DevicesOnline({ project }: { readonly project: Project }) {
  return (
    <Link to={PATHS.devices} search={{ project: project.id }} className="plain">
      {formatCount(project.devicesOnline)} of {formatCount(project.deviceCount)} online
    </Link>
  );
}

/** Number of devices of each kind, and of those online; then the number of clients. */
export function DeviceKinds({ project }: { readonly project: Project }) {
  const { data, error } = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  if (error && !data) return <p className={classes['quiet']}>{toErrorSentence(error)}</p>;
  if (!data) return <Skeleton height={60} />;
  const byKind = [...Map.groupBy(data.items, ({ kind }) => kind)];
  return (
    <Facts
      items={[
        ...byKind.map(([kind, devices]) => {
          const online = devices.filter((device) => !isOffline(device)).length;
          return {
            label: KIND_LABELS[kind],
            value:
              online === devices.length
                ? formatCount(devices.length)
                : `${formatCount(devices.length)}, ${formatCount(devices.length - online)} offline`,
          };
        }),
        { label: 'Clients', value: formatCount(project.onlineUsers) },
      ]}
    />
  );
}
