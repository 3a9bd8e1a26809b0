import type { Device, Permission } from '@northlight/contract';
import { deny } from '../../kit/controls/GatedButton.tsx';

/**
 * Returns the permission to search for new nodes: that of the project, then that of its primary node. Returns
 * undefined while the devices load.
 */
export function getFindNodesPermission(
  write: Permission,
  devices: readonly Device[] | undefined,
): Permission | undefined {
  if (!write.allowed) return write;
  if (!devices) return undefined;
  const primary = devices.find(({ role }) => role === 'mesh-primary');
  if (!primary)
    return deny('The project has no primary node. Add one by its serial number and claim code first.');
  if (!primary.features.includes('find-nodes'))
    return deny(`${primary.name} cannot find new nodes. Upgrade it, or add nodes by their claim codes.`);
  return primary.can.diagnose;
}
