import type { AnswerList } from '@northlight/contract';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useCurrent } from '../app/current.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { FieldNotes } from '../kit/form/index.ts';
import { DataGrid, type GridColumn } from '../kit/grid/index.ts';
import { Page, SplitPanel } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { useNetworkDraft } from './draft-context.tsx';
import { fieldNotes } from './answer-words.ts';
import { GatewayNote } from './GatewayNote.tsx';
import { useAnswers } from './use-answers.ts';

// Most lists are taken as they are: what is said of the others is fetched when there is something.
const AnswersNote = lazy(async () => ({ default: (await import('./Answers.tsx')).AnswersNote }));
const AnswerNotices = lazy(async () => ({ default: (await import('./Answers.tsx')).AnswerNotices }));

/** What the address calls an item that does not exist yet. */
export const NEW = 'new';

export interface StagedFormProps<T> {
  /** Undefined for a new one. */
  readonly item: T | undefined;
  readonly onClose: () => void;
  /** The item is in the draft now, under this id. */
  readonly onStaged: (id: string) => void;
}

interface StagedListPageProps<T> {
  readonly title: string;
  /** Of the grid's own settings, kept for the account. */
  readonly gridId: string;
  /** `VLAN`, `static route`: with it the page names buttons, panel and list. */
  readonly noun: string;
  /** Many of them, where that is more than an s: `policies`. */
  readonly nouns?: string;
  /** Beside the title, in the place of what is said of the gateway. */
  readonly note?: ReactNode;
  /** Before the button that adds. */
  readonly tools?: ReactNode;
  /** The lists of the document that the rows stand in; absent where devices have no word about them. */
  readonly lists?: readonly AnswerList[];
  readonly rows: readonly T[];
  readonly limit: number;
  readonly columns: readonly GridColumn<T>[];
  readonly idOf: (item: T) => string;
  readonly nameOf?: (item: T) => string;
  readonly defaultSort: string;
  readonly icon: ReactNode;
  /** What such a thing is, for a project that has none. */
  readonly explanation: string;
  /** Instead of the button that adds, while the list is empty: the way to what has to be there first; null for none. */
  readonly add?: ReactNode;
  readonly form: ComponentType<StagedFormProps<T>>;
}

/** A list of the gateway's settings with the form of one beside it; what is edited there is staged. */
export function StagedListPage<T>(props: StagedListPageProps<T>) {
  const {
    columns,
    defaultSort,
    explanation,
    form: Form,
    gridId,
    icon,
    idOf,
    limit,
    noun,
    nouns = `${noun}s`,
    rows,
    title,
  } = props;
  const nameOf = props.nameOf ?? idOf;
  const { session } = useCurrent();
  const draft = useNetworkDraft();
  const { search, set } = useUrlState();
  const open = rows.find((item) => idOf(item) === search.open);
  const adding = search.open === NEW && !open && props.add === undefined;
  const answers = useAnswers(props.lists);
  const said = open ? answers.filter(({ key }) => key === idOf(open)) : [];
  const nameOfKey = (key: string): string | undefined => {
    const item = rows.find((each) => idOf(each) === key);
    return item && nameOf(item);
  };
  const close = useCallback(() => set({ open: undefined }), [set]);
  const button = (
    <GatedButton can={draft.can} leftSection={<IconPlus size={15} />} onClick={() => set({ open: NEW })}>
      Add {noun}
    </GatedButton>
  );
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <Page
      title={title}
      note={props.note ?? <GatewayNote count={rows.length} limit={limit} />}
      layout="fill"
      actions={
        <>
          {props.tools}
          {props.add === undefined && button}
        </>
      }
    >
      {answers.length > 0 && (
        <Suspense>
          <AnswersNote
            answers={answers}
            noun={noun}
            nouns={nouns}
            nameOf={nameOfKey}
            onOpen={(key) => set({ open: key })}
          />
        </Suspense>
      )}
      <SplitPanel
        label={label}
        onClose={close}
        title={adding ? `New ${noun}` : open && nameOf(open)}
        panel={
          (adding || open) && (
            <Suspense key={`${search.open} ${said.length}`}>
              {said.length > 0 && <AnswerNotices answers={said} />}
              <FieldNotes value={fieldNotes(said)}>
                <Form item={open} onClose={close} onStaged={(id) => set({ open: id })} />
              </FieldNotes>
            </Suspense>
          )
        }
      >
        <DataGrid
          id={gridId}
          account={session.account.id}
          label={nouns.charAt(0).toUpperCase() + nouns.slice(1)}
          noun={noun}
          nouns={nouns}
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          defaultSort={defaultSort}
          openId={open && idOf(open)}
          onOpen={(item) => set({ open: idOf(item) })}
          empty={
            <EmptyNote
              icon={icon}
              title={`No ${nouns} yet`}
              action={props.add === undefined ? button : props.add}
            >
              {explanation}
            </EmptyNote>
          }
        />
      </SplitPanel>
    </Page>
  );
}
