import { type DeviceAction, DEVICE_STATE_TABLE, getDeviceState } from '@northlight/contract';
import { StateSign } from '../devices/index.ts';
import { HelpTable } from './HelpTable.tsx';

const ACTIONS: Readonly<Record<DeviceAction, string>> = {
  configure: 'configure',
  restart: 'restart',
  reset: 'reset',
  upgrade: 'upgrade',
  rename: 'rename',
  remove: 'remove',
  diagnose: 'diagnose',
};
const ACTION_COUNT = Object.keys(ACTIONS).length;

export function StatesTable() {
  return (
    <HelpTable
      label="Device states"
      heads={['Code', 'State', 'Counts as', 'Actions', 'Next states']}
      rows={DEVICE_STATE_TABLE.map((row) => ({
        key: String(row.code),
        cells: [
          row.code,
          <StateSign key="state" row={row} />,
          row.countsOnline ? 'online' : 'not online',
          row.actions.length === ACTION_COUNT
            ? 'all'
            : row.actions.map((action) => ACTIONS[action]).join(', '),
          row.next.map((code) => getDeviceState(code).label).join(' · '),
        ],
      }))}
    />
  );
}
