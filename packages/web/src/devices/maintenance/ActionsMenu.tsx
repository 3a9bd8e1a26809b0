import type { Device, Permission } from '@northlight/contract';
import type { Feature } from '@northlight/contract/device-protocol';
import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useNavigate } from '@tanstack/react-router';
import { PATHS } from '../../paths.ts';
import { combinePermissions } from './restart-plan.ts';
import { formatReason } from '../../kit/controls/GatedButton.tsx';
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

/** Command of the menu for devices with a feature. */
interface Action {
  readonly feature: Feature;
  readonly can: (device: Device) => Permission;
  readonly run: () => void;
}

/**
 * Menu of actions on one or several devices. Actions that a model does not support are hidden. All others stay
 * visible, with the reason while they are not available.
 */
export function ActionsMenu({ devices, onDialog, onRemove, onLocalPage, onDone }: ActionsMenuProps) {
  const { confirm } = useMaintenance();
  const navigate = useNavigate();
  const [only] = devices;
  const listDevicesWith = (feature: Feature): Device[] =>
    devices.filter(({ features }) => features.includes(feature));
  const confirmCommand = (feature: Parameters<typeof confirm>[0]): Action => ({
    feature,
    can: (device) => getPermission(device, feature),
    run: () => confirm(feature, listDevicesWith(feature), onDone),
  });
  const openDialog = (dialog: MaintenanceDialog, feature: Feature, can: Action['can']): Action => ({
    feature,
    can,
    run: () => onDialog(dialog),
  });
  const actions: readonly (Action & { readonly label: string })[] = [
    { label: 'Upgrade…', ...openDialog('upgrade', 'upgrade', ({ can }) => can.upgrade) },
    { label: 'Schedule a restart…', ...openDialog('schedule', 'restart', ({ can }) => can.rename) },
    { label: 'Locate', ...confirmCommand('locate') },
    { label: 'Restart PoE…', ...confirmCommand('poe-restart') },
    {
      label: 'Change country…',
      ...openDialog('country', 'country', (device) => getPermission(device, 'country')),
    },
    ...(only
      ? [
          {
            label: 'Bridge links…',
            feature: 'bridge-link' as const,
            can: ({ can }: Device) => can.configure,
            run: () => void navigate({ to: PATHS.wireless, search: { tab: 'bridges' } }),
          },
        ]
      : []),
    ...(onLocalPage && only
      ? [
          {
            label: 'Open local page',
            feature: 'local-page' as const,
            can: ({ can }: Device) => can.openLocalPage,
            run: onLocalPage,
          },
        ]
      : []),
  ];
  const permissions = actions.flatMap(({ can, feature }) => listDevicesWith(feature).map(can));
  const [first] = permissions;
  /** Reason that blocks every action, which the menu shows once. */
  const sharedReason =
    first?.allowed === false && permissions.every((each) => !each.allowed && each.reason === first.reason)
      ? formatReason(first)
      : undefined;
  const renderAction = ({ can, feature, label, run }: (typeof actions)[number], danger = false) => {
    const supported = listDevicesWith(feature);
    const permission = combinePermissions(supported.map(can));
    return (
      permission && (
        <GatedMenuItem
          key={label}
          can={permission}
          danger={danger}
          isReasonHidden={sharedReason !== undefined}
          onClick={run}
        >
          {label}
        </GatedMenuItem>
      )
    );
  };
  return (
    <Menu position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          More actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="More actions">
        {sharedReason !== undefined && <Menu.Label>{sharedReason}</Menu.Label>}
        {actions.map((action) => renderAction(action))}
        <Menu.Divider />
        {renderAction({ label: 'Reset…', ...confirmCommand('reset') }, true)}
        {onRemove && only && (
          <GatedMenuItem
            can={only.can.replace}
            isReasonHidden={!only.can.replace.allowed && formatReason(only.can.replace) === sharedReason}
            onClick={() => onDialog('replace')}
          >
            Replace…
          </GatedMenuItem>
        )}
        {onRemove && only && (
          <GatedMenuItem
            can={only.can.remove}
            danger
            isReasonHidden={!only.can.remove.allowed && formatReason(only.can.remove) === sharedReason}
            onClick={onRemove}
          >
            Remove from project…
          </GatedMenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
