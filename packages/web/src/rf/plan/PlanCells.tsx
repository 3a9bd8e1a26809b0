import { isChangedRow, type RfPlanRow } from '@northlight/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import { GatedMenuItem } from '../../kit/controls/GatedMenuItem.tsx';
import { PATHS } from '../../paths.ts';
import { formatRadioName } from '../rf-texts.ts';
import classes from '../rf.module.css';
import { type PlanEdit, PlanEditContext } from './edit-context.ts';

/** Box that accepts or refuses the change of a radio, and the menu of the radio. */
export function AcceptCell({ row }: { readonly row: RfPlanRow }) {
  const edit = use(PlanEditContext);
  if (!edit) return null;
  return (
    <span className="row between">
      <AcceptBox row={row} edit={edit} />
      <RowMenu row={row} edit={edit} />
    </span>
  );
}

interface CellProps {
  readonly row: RfPlanRow;
  readonly edit: PlanEdit;
}

/** The box is a text without permission. */
function AcceptBox({ edit: { can, selection }, row }: CellProps) {
  const isRefused = selection.isRefused(row);
  if (!isChangedRow(row) && !isRefused) return <span className="mut">–</span>;
  if (!can.allowed) return <span title={can.reason}>{isRefused ? 'No' : 'Yes'}</span>;
  return (
    <input
      type="checkbox"
      className={classes['accept']}
      aria-label={`Accept the change of ${formatRadioName(row)}`}
      checked={!isRefused}
      onChange={({ currentTarget }) => selection.refuse(row, !currentTarget.checked)}
    />
  );
}

function RowMenu({ edit: { pins }, row }: CellProps) {
  const navigate = useNavigate();
  const label = `Actions for ${formatRadioName(row)}`;
  if (!pins.can) return null;
  const { can, isPinned, pin } = pins;
  const isKept = isPinned(row);
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={label}>
          <span aria-hidden="true">⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <GatedMenuItem can={can} onClick={() => pin(row, !isKept)}>
          {isKept ? 'Optimize in later plans' : 'Pin: keep the channel in later plans'}
        </GatedMenuItem>
        <Menu.Item
          onClick={() => void navigate({ to: PATHS.devices, search: { open: row.deviceId, tab: 'radios' } })}
        >
          Open device
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
