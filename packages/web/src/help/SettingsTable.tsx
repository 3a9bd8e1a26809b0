import { SETTINGS } from '@northlight/contract';
import { HelpTable } from './HelpTable.tsx';

export function SettingsTable() {
  return (
    <HelpTable
      label="Settings"
      heads={['Variable', 'Default', 'Description']}
      rows={SETTINGS.map(({ name, fallback, what }) => ({
        key: name,
        cells: [<code key="name">{name}</code>, fallback, what],
      }))}
    />
  );
}
