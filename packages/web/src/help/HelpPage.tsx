import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Link } from '@tanstack/react-router';
import { formatPlural } from '../kit/format/index.ts';
import { Card, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import classes from './help.module.css';
import { searchHelp } from './search.ts';
import { HELP_GROUPS, TOPICS } from './topics.ts';

/** List of the help pages by group, with a search over all of them. */
export function HelpPage() {
  const { search, set } = useUrlState();
  const query = search.filter ?? '';
  return (
    <Page title="Help">
      <TextInput
        aria-label="Search the help"
        placeholder="Search the help, or enter an error code"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={query}
        onChange={(event) => set({ filter: event.currentTarget.value || undefined })}
        maw={480}
      />
      {query.trim() === '' ? <Topics /> : <Hits query={query} />}
    </Page>
  );
}

function Topics() {
  return (
    <div className={classes['groups']}>
      {HELP_GROUPS.map((group) => (
        <Card key={group} title={group}>
          <ul className="grid gap-10">
            {TOPICS.filter((topic) => topic.group === group).map(({ id, title, summary }) => (
              <li key={id}>
                <Link
                  className="inline-row strong touch"
                  to={PATHS.helpTopic}
                  params={{ topic: id }}
                  search={{}}
                >
                  {title}
                </Link>
                <span className="block mut not-on-phone">{summary}</span>
              </li>
            ))}
            {group === 'Installation' && (
              <li>
                <Link className="inline-row strong touch" to={PATHS.helpApi} search={{}}>
                  API reference
                </Link>
                <span className="block mut not-on-phone">
                  This page lists every operation that programs can call, with its fields, errors and an
                  example.
                </span>
              </li>
            )}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function Hits({ query }: { readonly query: string }) {
  const hits = searchHelp(TOPICS, query);
  return (
    <Card title="Results" aside={<span role="status">{formatPlural(hits.length, 'result')}</span>}>
      {hits.length === 0 ? (
        <p className="mut">No results. Try another term or an error code.</p>
      ) : (
        <ul className="grid gap-10">
          {hits.map(({ topic, title, section, anchor, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- hits have no identity; each query builds a new list
            <li key={index}>
              <Link
                className="strong"
                to={PATHS.helpTopic}
                params={{ topic }}
                search={topic === 'error-codes' ? { filter: query } : {}}
                {...(anchor !== undefined && { hash: anchor })}
              >
                {section === undefined ? title : `${title}: ${section}`}
              </Link>
              <span className="block mut">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
