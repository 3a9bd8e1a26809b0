import type { Device } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import classes from '../devices.module.css';

/** Drawing of a device. It is decorative, because model and type are written next to it. */
export function DevicePicture({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const [isMissing, setIsMissing] = useState(false);
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  if (!data || isMissing) return null;
  return (
    <img
      className={classes['picture']}
      src={data.vectorImage}
      alt=""
      width={168}
      height={112}
      onError={() => setIsMissing(true)}
    />
  );
}
