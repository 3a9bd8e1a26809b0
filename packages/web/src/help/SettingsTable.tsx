import { SETTING_GROUPS } from '@northlight/contract';
import { Fragment } from 'react';
import { HelpTable } from './HelpTable.tsx';

export const SettingsTable = () =>
  SETTING_GROUPS.map(({ settings, title }) => (
    <Fragment key={title}>
      <h2>{title}</h2>
      <HelpTable
        label={title}
        heads={['Variable', 'Default', 'Description']}
        rows={settings.map(({ name, fallback, what }) => ({
          key: name,
          cells: [<code key="name">{name}</code>, fallback, what],
        }))}
      />
    </Fragment>
  ));
