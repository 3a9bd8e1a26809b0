import { type Device, isMeshRole, type MeshScope } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';

/** Returns the mesh tree of the project as seen by a secondary node; undefined while it loads, and for others. */
export function useMeshScope({ mac, role }: Pick<Device, 'mac' | 'role'>): MeshScope | undefined {
  const { id: projectId } = useProject();
  const isNode = role === 'mesh-secondary';
  const list = useQuery({ ...createQuery('deviceList', { params: { projectId } }), enabled: isNode });
  const devices = isNode ? list.data?.items : undefined;
  return useMemo(() => devices && toMeshScope(mac, devices), [mac, devices]);
}

function toMeshScope(mac: string, devices: readonly Device[]): MeshScope {
  const macById = new Map(devices.map((device) => [device.id, device.mac] as const));
  const nodes = devices
    .filter(({ role }) => isMeshRole(role))
    .map(({ mac: nodeMac, name, uplink }) => ({
      mac: nodeMac,
      name,
      parentMac: uplink && macById.get(uplink.id),
    }));
  return { mac, nodes };
}
