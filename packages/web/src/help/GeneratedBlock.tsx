import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { formatPlural } from '../kit/format/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { HelpTable } from './HelpTable.tsx';
import { findCodes } from './search.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { createQuery } from '../kit/api/index.ts';
import { Notice } from '../ui/Notice.tsx';
import {
  api,
  type ApiKey,
  CALLER_LABELS,
  CALLERS,
  type AccessNeed,
  NEED_LABELS,
  ALLOWED_CALLERS,
  SETTING_GROUPS,
  type DeviceAction,
  DEVICE_STATE_TABLE,
  getDeviceState,
} from '@northlight/contract';
import { StateSign } from '../devices/index.ts';

/** Parts of help pages that are generated from the product's own tables, by the name of their placeholder. */
export const GENERATED_BLOCKS = {
  states: StatesTable,
  rights: Rights,
  providers: Providers,
  settings: SettingsTable,
  errors: ErrorCodes,
} as const;

const isGenerated = (name: string): name is keyof typeof GENERATED_BLOCKS => name in GENERATED_BLOCKS;

export function GeneratedBlock({ name }: { readonly name: string }) {
  if (!isGenerated(name)) return null;
  const Generated = GENERATED_BLOCKS[name];
  return <Generated />;
}

/** Table of error codes with message and cause. Reserved codes, which are never raised, are marked. */
function ErrorCodes() {
  const { search, set } = useUrlState();
  const query = search.filter ?? '';
  const lines = findCodes(query);
  return (
    <>
      <TextInput
        label="Code or text"
        placeholder="1162"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={query}
        onChange={(event) => set({ filter: event.currentTarget.value || undefined })}
        maw={320}
        mb="sm"
      />
      <p role="status">
        {lines.length === 0 ? `-Unknown error code: ${query}` : formatPlural(lines.length, 'row')}
      </p>
      {lines.length > 0 && (
        <HelpTable
          label="Error codes"
          heads={['Code', 'Message', 'Cause']}
          rows={lines.map(({ codes, message, raisedBy }) => ({
            key: codes,
            cells: [<strong key="code">{codes}</strong>, message, raisedBy],
          }))}
        />
      )}
    </>
  );
}

/** Lists the sign-in providers of this installation, or shows why there are none. */
function Providers() {
  const options = useQuery(createQuery('signInOptions', {})).data;
  if (!options) return null;
  const { providers } = options;
  return (
    <Notice tone="plain" title="On this installation">
      {providers.enabled
        ? `You can sign in through ${providers.value.map(({ label }) => label).join(', ')}.`
        : `${providers.reason} The sign-in page shows no provider buttons.`}
    </Notice>
  );
}

const NEEDS = Object.keys(ALLOWED_CALLERS) as AccessNeed[];
const listEndpointKeys = (need: AccessNeed): ApiKey[] =>
  (Object.keys(api) as ApiKey[]).filter((key) => api[key].needs === need);

/** Lists the callers that each requirement allows, and the operations with this requirement. */
function Rights() {
  return (
    <>
      <HelpTable
        label="Permissions"
        heads={['Permission', ...CALLERS.map((caller) => CALLER_LABELS[caller])]}
        rows={NEEDS.map((need) => ({
          key: need,
          cells: [
            <strong key="need">{NEED_LABELS[need]}</strong>,
            ...CALLERS.map((caller) => (ALLOWED_CALLERS[need].includes(caller) ? 'yes' : '–')),
          ],
        }))}
      />
      {NEEDS.map((need) => (
        <details key={need} className="above">
          <summary className="strong">
            {NEED_LABELS[need]}: operations ({listEndpointKeys(need).length})
          </summary>
          <ul>
            {listEndpointKeys(need).map((key) => (
              <li key={key}>{api[key].summary}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

function SettingsTable() {
  return SETTING_GROUPS.map(({ settings, title }) => (
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
}

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

function StatesTable() {
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
