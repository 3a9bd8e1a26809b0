import type { DhcpPool } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { formatCount } from '../../../kit/format/index.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import {
  countAddresses,
  describeUseBefore,
  findPoolUse,
  isBeforeChange,
  isPoolFull,
  isPoolHigh,
} from './pool-use.ts';

/** States how many addresses of a pool are in use, because a full pool is the reason to enlarge its range. */
export function PoolUseNote({ pool }: { readonly pool: DhcpPool }) {
  const { id: projectId } = useProject();
  const deviceId = useNetworkDraft().scope.device?.id;
  const gateway = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: deviceId ?? '' } }),
    enabled: deviceId !== undefined,
  }).data;
  const use = findPoolUse(gateway, pool.vlanId);
  if (!use) return null;
  if (isBeforeChange(use, countAddresses(pool)))
    return <Notice tone="plain">In use: {describeUseBefore(use)}</Notice>;
  const count = `${formatCount(use.used)} of ${formatCount(use.addresses)} addresses in use`;
  if (!isPoolHigh(use)) return <Notice tone="plain">{count}</Notice>;
  return (
    <Notice tone="warning" title={`The pool is ${isPoolFull(use) ? 'full' : 'almost full'}: ${count}`}>
      Enlarge the range, or shorten the lease so that unused addresses become free earlier.
    </Notice>
  );
}
