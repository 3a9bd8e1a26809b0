import type { DeviceDetail } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../app/shell-context.tsx';
import { hasStaleData } from '../../../devices/index.ts';
import { createQuery } from '../../../kit/api/index.ts';

/**
 * Returns the ports that the gateway reported; undefined while they load, and when the last report is stale.
 */
export function useReportedPorts(deviceId: string | undefined): DeviceDetail['ports'] | undefined {
  const { id: projectId } = useProject();
  const { data } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: deviceId ?? '' } }),
    enabled: deviceId !== undefined,
  });
  return data && !hasStaleData(data) ? data.ports : undefined;
}
