import type { Device, Permission } from '@northlight/contract';
import type { Feature } from '@northlight/contract/device-protocol';
import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { combinePermissions } from '../restart-plan.ts';
import { deny } from '../../kit/controls/GatedButton.tsx';
import { GatedMenuItem } from '../../kit/controls/GatedMenuItem.tsx';
import { getPermission } from './command-plan.ts';
import type { MaintenanceDialog } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

interface ActionsMenuProps {
  readonly devices: readonly Device[];
  readonly onDialog: (dialog: MaintenanceDialog) => void;
  readonly onRemove?: () => void;
  readonly onLocalPage?: () => void;
  /** Called after the user has confirmed a command. */
  readonly onDone?: () => void;
}

/** Menu of actions on one or several devices. Actions that are not available stay visible with the reason. */
export function ActionsMenu({ devices, onDialog, onRemove, onLocalPage, onDone }: ActionsMenuProps) {
  const { confirm } = useMaintenance();
  const [only] = devices;
  const permissionFor = (feature: Feature, permission: (device: Device) => Permission): Permission => {
    const supported = devices.filter(({ features }) => features.includes(feature));
    if (supported.length === 0)
      return deny(devices.length === 1 ? 'Not supported by this model.' : 'Not supported by these models.');
    return combinePermissions(supported.map(permission)) ?? deny('Choose a device.');
  };
  const devicesWith = (feature: Feature): Device[] =>
    devices.filter(({ features }) => features.includes(feature));
  return (
    <Menu position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          More actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="More actions">
        <GatedMenuItem
          can={permissionFor('upgrade', ({ can }) => can.upgrade)}
          onClick={() => onDialog('upgrade')}
        >
          Upgrade…
        </GatedMenuItem>
        <GatedMenuItem
          can={permissionFor('restart', ({ can }) => can.rename)}
          onClick={() => onDialog('schedule')}
        >
          Schedule a restart…
        </GatedMenuItem>
        <GatedMenuItem
          can={permissionFor('locate', (device) => getPermission(device, 'locate'))}
          onClick={() => confirm('locate', devicesWith('locate'), onDone)}
        >
          Locate
        </GatedMenuItem>
        <GatedMenuItem
          can={permissionFor('poe-restart', (device) => getPermission(device, 'poe-restart'))}
          onClick={() => confirm('poe-restart', devicesWith('poe-restart'), onDone)}
        >
          Restart PoE…
        </GatedMenuItem>
        <GatedMenuItem
          can={permissionFor('country', (device) => getPermission(device, 'country'))}
          onClick={() => onDialog('country')}
        >
          Change country…
        </GatedMenuItem>
        <GatedMenuItem
          can={permissionFor('cpe-mode', (device) => getPermission(device, 'cpe-mode'))}
          onClick={() => onDialog('cpe-mode')}
        >
          Switch bridge mode…
        </GatedMenuItem>
        {onLocalPage && only && (
          <GatedMenuItem
            can={permissionFor('local-page', ({ can }) => can.openLocalPage)}
            onClick={onLocalPage}
          >
            Open local page
          </GatedMenuItem>
        )}
        <Menu.Divider />
        <GatedMenuItem
          can={permissionFor('reset', (device) => getPermission(device, 'reset'))}
          danger
          onClick={() => confirm('reset', devicesWith('reset'), onDone)}
        >
          Reset…
        </GatedMenuItem>
        {onRemove && only && (
          <GatedMenuItem can={only.can.remove} danger onClick={onRemove}>
            Remove from project…
          </GatedMenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
