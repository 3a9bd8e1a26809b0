import type { Device, Permission } from '@northlight/contract';
import type { Feature } from '@northlight/contract/device-protocol';
import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { bulkPermission } from '../restart-plan.ts';
import { off } from '../../kit/controls/GatedButton.tsx';
import { GatedMenuItem } from '../../kit/controls/GatedMenuItem.tsx';
import { permissionOf } from './command-plan.ts';
import type { MaintenanceDialog } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

interface ActionsMenuProps {
  readonly devices: readonly Device[];
  readonly onDialog: (dialog: MaintenanceDialog) => void;
  readonly onRemove?: () => void;
  readonly onLocalPage?: () => void;
  /** After a command has been confirmed. */
  readonly onDone?: () => void;
}

/** Everything that can be done to a device or a selection; what cannot be done stays and says why. */
export function ActionsMenu({ devices, onDialog, onRemove, onLocalPage, onDone }: ActionsMenuProps) {
  const { confirm } = useMaintenance();
  const [only] = devices;
  const able = (feature: Feature, permission: (device: Device) => Permission): Permission => {
    const fitting = devices.filter(({ features }) => features.includes(feature));
    if (fitting.length === 0)
      return off(devices.length === 1 ? 'This model cannot do that.' : 'None of these models can do that.');
    return bulkPermission(fitting.map(permission)) ?? off('Choose a device.');
  };
  const fitting = (feature: Feature): Device[] =>
    devices.filter(({ features }) => features.includes(feature));
  return (
    <Menu position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="More actions">
        <GatedMenuItem can={able('upgrade', ({ can }) => can.upgrade)} onClick={() => onDialog('upgrade')}>
          Upgrade…
        </GatedMenuItem>
        <GatedMenuItem can={able('restart', ({ can }) => can.rename)} onClick={() => onDialog('schedule')}>
          Schedule a restart…
        </GatedMenuItem>
        <GatedMenuItem
          can={able('locate', (device) => permissionOf(device, 'locate'))}
          onClick={() => confirm('locate', fitting('locate'), onDone)}
        >
          Locate
        </GatedMenuItem>
        <GatedMenuItem
          can={able('poe-restart', (device) => permissionOf(device, 'poe-restart'))}
          onClick={() => confirm('poe-restart', fitting('poe-restart'), onDone)}
        >
          Restart PoE…
        </GatedMenuItem>
        <GatedMenuItem
          can={able('country', (device) => permissionOf(device, 'country'))}
          onClick={() => onDialog('country')}
        >
          Change country…
        </GatedMenuItem>
        <GatedMenuItem
          can={able('cpe-mode', (device) => permissionOf(device, 'cpe-mode'))}
          onClick={() => onDialog('cpe-mode')}
        >
          Switch bridge mode…
        </GatedMenuItem>
        {onLocalPage && only && (
          <GatedMenuItem can={able('local-page', ({ can }) => can.openLocalPage)} onClick={onLocalPage}>
            Open the device’s own page
          </GatedMenuItem>
        )}
        <Menu.Divider />
        <GatedMenuItem
          can={able('reset', (device) => permissionOf(device, 'reset'))}
          danger
          onClick={() => confirm('reset', fitting('reset'), onDone)}
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
