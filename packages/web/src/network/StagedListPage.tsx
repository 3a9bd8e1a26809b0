import type { Feature } from '@northlight/contract/device-protocol';
import type { AnsweredListName, ListId, NetworkConfig, DeviceAnswer } from '@northlight/contract';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
// Imports the file directly, because the index would load the form library with the list.
import { FieldNotes } from '../kit/form/field-notes.ts';
import { ReadOnlyReason } from '../kit/form/read-only.tsx';
import { DataGrid, type GridColumn } from '../kit/grid/index.ts';
import { Page, SplitPanel } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { type ListName, revertItem, useNetworkDraft, markOfKey } from '../draft/index.ts';
import { listFieldNotes } from './answer-sentences.ts';
import { GatewayNote } from './GatewayNote.tsx';
import type { ItemState, RemovalStage } from './item-state.ts';
import { withStateColumn } from './state-column.tsx';
import { useItemStates } from './use-item-states.ts';
import { Button } from '@mantine/core';
import { Notice } from '../ui/Notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../kit/api/index.ts';

// Loads the notes only when a device has reported a problem with an item.
const AnswersNote = lazy(async () => ({ default: (await import('./Answers.tsx')).AnswersNote }));
const AnswerNotices = lazy(async () => ({ default: (await import('./Answers.tsx')).AnswerNotices }));

/** Value of `open` in the URL for an item that does not exist yet. */
export const NEW_ITEM = 'new';

export interface StagedFormProps<T> {
  /** Item to edit; undefined for a new one. */
  readonly item: T | undefined;
  /** Closes the form: the item is in the draft, or the user cancels. */
  readonly onClose: () => void;
}

export interface StagedItemsView<T> {
  readonly rows: readonly T[];
  readonly openId: string | undefined;
  readonly stateOf: (row: T) => ItemState;
  readonly onOpen: (row: T) => void;
}

interface StagedListPageProps<T> {
  readonly title: string;
  /** Name under which the account keeps columns and filters. */
  readonly gridId: ListId;
  /** Noun for buttons, panel and list: `VLAN`, `static route`. */
  readonly noun: string;
  /** Note next to the title; absent: the note about the gateway. */
  readonly note?: ReactNode;
  /** Choice of the view of the page. */
  readonly tools?: ReactNode;
  /** Secondary actions before the add button. */
  readonly more?: ReactNode;
  /** Renders the items in place of the table: a few items with a state of their own are cards. */
  readonly renderItems?: (view: StagedItemsView<T>) => ReactNode;
  /** Lists of the document whose items are the rows; absent where devices report no problems with items. */
  readonly lists?: readonly AnsweredListName[];
  /** Returns the rows of a configuration; stable between renders. */
  readonly rowsOf: (config: NetworkConfig) => readonly T[];
  /** Returns the list of the document that a row belongs to; stable between renders. */
  readonly listOf: (row: T) => ListName;
  /**
   * Returns the devices that use a row; `all`, the default, for every device that receives the list. Stable
   * between renders.
   */
  readonly devicesOf?: (row: T) => readonly string[] | 'all';
  readonly limit: number;
  /** Feature that the gateway needs to support the items. */
  readonly feature?: Feature;
  /** Number of items that count against the limit; absent if every row counts. */
  readonly count?: number;
  readonly columns: readonly GridColumn<T>[];
  readonly idOf: (item: T) => string;
  readonly nameOf?: (item: T) => string;
  readonly defaultSort: string;
  readonly icon: ReactNode;
  /** Text of the empty state, which explains what such an item is. */
  readonly explanation: string;
  /**
   * Element that replaces the add button while a prerequisite is missing: a link to it, or null for no
   * button.
   */
  readonly add?: ReactNode;
  /** Title of the empty list instead of “No … yet”. */
  readonly emptyTitle?: string | undefined;
  readonly form: ComponentType<StagedFormProps<T>>;
}

/** A list of settings, with the form of one item beside it. The form adds edits to the draft. */
export function StagedListPage<T>(props: StagedListPageProps<T>) {
  const {
    columns,
    defaultSort,
    explanation,
    feature,
    form: Form,
    gridId,
    icon,
    idOf,
    limit,
    noun,
    title,
  } = props;
  const nouns = `${noun}s`;
  const nameOf = props.nameOf ?? idOf;
  const draft = useNetworkDraft();
  const { search, set } = useUrlState();
  const { removalOf, rows, stateOf } = useItemStates(props);
  const open = rows.find((item) => idOf(item) === search.open);
  const { device, features } = draft.scope;
  const isSupported = !device || feature === undefined || features.includes(feature);
  const canAdd = isSupported ? draft.can : deny(`${device.name} does not support ${nouns}.`);
  const removal = open && removalOf(open);
  const adding = canAdd.allowed && search.open === NEW_ITEM && !open && props.add === undefined;
  const answers = useAnswers(props.lists);
  const itemAnswers = open ? answers.filter(({ key }) => key === idOf(open)) : [];
  const nameOfKey = (key: string): string | undefined => {
    const item = rows.find((each) => idOf(each) === key);
    return item && nameOf(item);
  };
  const gridColumns = useMemo(() => withStateColumn(columns, stateOf), [columns, stateOf]);
  const close = useCallback(() => set({ open: undefined }), [set]);
  const onOpen = (item: T) => set({ open: idOf(item) });
  const button = (
    <GatedButton
      can={canAdd}
      // Makes this button the primary one only while neither the form nor the draft has one, because a page
      // has one primary button.
      variant={adding || open || draft.changes.length > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={15} />}
      onClick={() => set({ open: NEW_ITEM })}
    >
      Add {noun}
    </GatedButton>
  );
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <Page
      title={title}
      note={
        props.note ?? (
          <GatewayNote
            count={props.count ?? rows.filter((row) => removalOf(row) === undefined).length}
            limit={limit}
          />
        )
      }
      isNoteLong
      layout="fill"
      tools={props.tools}
      more={props.more}
      actions={props.add === undefined && button}
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
          open && removal ? (
            <RemovedItem
              name={nameOf(open)}
              removal={removal}
              state={stateOf(open)}
              onRestore={() =>
                draft.update(revertItem(draft.config, draft.base, props.listOf(open), idOf(open)))
              }
            />
          ) : (
            (adding || open) && (
              <Suspense key={`${search.open} ${itemAnswers.length}`}>
                <ReadOnlyReason />
                {itemAnswers.length > 0 && <AnswerNotices answers={itemAnswers} />}
                <FieldNotes value={listFieldNotes(itemAnswers)}>
                  <Form item={open} onClose={close} />
                </FieldNotes>
              </Suspense>
            )
          )
        }
      >
        {props.renderItems && rows.length > 0 ? (
          props.renderItems({ rows, openId: open && idOf(open), stateOf, onOpen })
        ) : (
          <DataGrid
            id={gridId}
            label={nouns.charAt(0).toUpperCase() + nouns.slice(1)}
            noun={noun}
            nouns={nouns}
            rows={rows}
            columns={gridColumns}
            rowId={idOf}
            rowName={nameOf}
            rowMark={(row) => (removalOf(row) === undefined ? undefined : 'removed')}
            defaultSort={defaultSort}
            openId={open && idOf(open)}
            onOpen={onOpen}
            empty={
              <EmptyNote
                icon={icon}
                title={props.emptyTitle ?? `No ${nouns} yet`}
                action={props.add === undefined ? button : props.add}
              >
                {explanation}
              </EmptyNote>
            }
          />
        )}
      </SplitPanel>
    </Page>
  );
}

interface RemovedItemProps {
  /** Name of the item: `VLAN 20`. */
  readonly name: string;
  readonly removal: RemovalStage;
  readonly state: ItemState;
  readonly onRestore: () => void;
}

/**
 * Panel of a removed item: states whether the draft or the applied configuration removes it, and how to keep
 * it.
 */
function RemovedItem({ name, onRestore, removal, state }: RemovedItemProps) {
  return removal === 'draft' ? (
    <Notice tone="plain" title={`Your draft removes ${name}`}>
      It stays in use until you apply the draft.
      <Button mt="xs" variant="default" onClick={onRestore}>
        Undo removal
      </Button>
    </Notice>
  ) : (
    <Notice tone="warning" title={`${name} is removed`}>
      It stays listed until every device has confirmed the removal. {state.detail}
    </Notice>
  );
}

const NONE: readonly DeviceAnswer[] = [];

/**
 * Returns the problems that devices reported for items of these lists. Items with staged changes are omitted,
 * because the problems concern the applied configuration.
 */
function useAnswers(lists: readonly AnsweredListName[] | undefined): readonly DeviceAnswer[] {
  const { id: projectId } = useProject();
  const { base, config } = useNetworkDraft();
  const { data } = useQuery({
    ...createQuery('networkAnswerList', { params: { projectId } }),
    enabled: lists !== undefined,
  });
  return useMemo(
    () =>
      data?.items.filter(
        ({ key, list }) => lists?.includes(list) && markOfKey({ base, config }, list, key) === undefined,
      ) ?? NONE,
    [base, config, data, lists],
  );
}
