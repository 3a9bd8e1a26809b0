import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { formatPlural } from '../kit/format/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { HelpTable } from './HelpTable.tsx';
import { findCodes } from './search.ts';

/** Table of error codes with message and cause. Reserved codes, which are never raised, are marked. */
export function ErrorCodes() {
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
