import { LAN_VLAN_ID, listInsideNetworks } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';

interface Network {
  /** VLAN ID; 1 for the LAN. */
  readonly id: number;
  readonly name: string;
}

/** The LAN as it is before the project sets its addresses. */
const LAN: Network = { id: LAN_VLAN_ID, name: 'LAN' };

/** Returns the LAN and the VLANs of the project's gateway; none without a gateway and while they load. */
export function useNetworks(): readonly Network[] {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('networkConfigGet', { params: { projectId } }));
  if (data?.scope.device === undefined) return [];
  const networks = listInsideNetworks(data.config);
  return networks.some(({ id }) => id === LAN_VLAN_ID) ? networks : [LAN, ...networks];
}
