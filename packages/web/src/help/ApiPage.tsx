import { TextInput } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { ApiError } from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import {
  type ApiDocument,
  groupBySlice,
  findOperations,
  listOperations,
  type Operation,
} from './api-document.ts';
import classes from './help.module.css';
import { OperationView } from './OperationView.tsx';

async function loadDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const answer = await fetch('/api/openapi.json', { signal });
  if (!answer.ok) throw ApiError.unreadable(answer.status, undefined);
  return (await answer.json()) as ApiDocument;
}

/**
 * API reference, rendered from the OpenAPI document of this server. On a phone an operation has a page of its own,
 * which Back closes.
 */
export function ApiPage() {
  const { search, set } = useUrlState();
  const isPhone = useIsPhone();
  /** Operation that was opened last on a phone, so that the list shows it again after Back. */
  const [lastOpen, setLastOpen] = useState<string>();
  const found = useQuery({ queryKey: ['openapi.json'], queryFn: loadDocument, staleTime: Infinity });
  if (found.error) return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const query = search.filter ?? '';
  const all = listOperations(found.data);
  const shown = findOperations(all, query);
  const chosen = all.find(({ operationId }) => operationId === search.open);
  if (isPhone && chosen) return <OperationPage key={chosen.operationId} operation={chosen} query={query} />;
  const open = isPhone ? undefined : (chosen ?? shown[0]);
  return (
    <Page
      title="API reference"
      note={`version ${found.data.info.version}`}
      actions={
        <a href="/api/openapi.json" className="accent">
          openapi.json
        </a>
      }
    >
      <p>
        Programs send an API token as <code>Authorization: Bearer</code>. Create tokens under{' '}
        <Link to={PATHS.security} search={{}} className="accent">
          Security
        </Link>
        . Every error has a body with <code>code</code>, <code>message</code>, <code>requestId</code> and, if
        it concerns fields, <code>fields</code>. Lists are returned in <code>items</code>; some have{' '}
        <code>nextCursor</code> and <code>total</code>.
      </p>
      <div className={`grid gap-16 ${classes['api']}`}>
        <nav aria-label="Operations" className={`grid gap-10 sticky ${classes['operations']}`}>
          <TextInput
            aria-label="Search operations"
            placeholder="Search operations"
            leftSection={<IconSearch size={15} aria-hidden />}
            value={query}
            onChange={(event) => set({ filter: event.currentTarget.value || undefined })}
          />
          <span role="status" className="mut">
            {formatPlural(shown.length, 'operation')}
          </span>
          {groupBySlice(shown).map(([slice, operations]) => (
            <Slice
              key={`${slice} ${query === ''}`}
              title={slice}
              count={operations.length}
              isFolded={isPhone && query === '' && operations.every((each) => each.operationId !== lastOpen)}
            >
              <ul className="grid">
                {operations.map(({ method, operationId }) => (
                  <li key={operationId}>
                    <Link
                      className="row round unlinked anywhere hover touch"
                      to={PATHS.helpApi}
                      search={{ open: operationId, ...(query !== '' && { filter: query }) }}
                      aria-current={operationId === open?.operationId ? 'true' : undefined}
                      ref={isPhone && operationId === lastOpen ? scrollToMiddle : undefined}
                      onClick={() => setLastOpen(operationId)}
                    >
                      <span className={`mut mono ${classes['verb']}`}>{method}</span> {operationId}
                    </Link>
                  </li>
                ))}
              </ul>
            </Slice>
          ))}
        </nav>
        {open && <OperationView key={open.operationId} operation={open} ref={chosen && scrollToStart} />}
      </div>
    </Page>
  );
}

/** Shows the start of an operation that was chosen while the page was scrolled. */
const scrollToStart = (operation: HTMLElement | null): void => {
  if (operation && operation.getBoundingClientRect().top < 0) operation.scrollIntoView();
};

interface SliceProps {
  readonly title: string;
  readonly count: number;
  /** True on a phone, where the list of all operations would be 8 windows long. */
  readonly isFolded: boolean;
  readonly children: ReactNode;
}

/** Operations of one part of the API. */
function Slice({ children, count, isFolded, title }: SliceProps) {
  return (
    <details open={!isFolded} aria-label={title}>
      <summary className="flex align-baseline gap-8 touch">
        <h2 className="grow mut strong">{title}</h2>
        <span className="mut">{count}</span>
      </summary>
      {children}
    </details>
  );
}

const scrollToMiddle = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'center' });

interface OperationPageProps {
  readonly operation: Operation;
  /** Search of the list to which Back returns. */
  readonly query: string;
}

function OperationPage({ operation, query }: OperationPageProps) {
  useEffect(() => {
    document.getElementById('content')?.scrollTo({ top: 0 });
  }, []);
  return (
    <Page title="API reference">
      <nav aria-label="Operations">
        <Link
          to={PATHS.helpApi}
          search={query === '' ? {} : { filter: query }}
          className="inline-row gap-6 plain"
        >
          <IconArrowLeft size={16} aria-hidden />
          All operations
        </Link>
      </nav>
      <OperationView operation={operation} />
    </Page>
  );
}
