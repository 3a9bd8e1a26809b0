import { TEMPLATE_LIMIT, type TemplateSummary } from '@northlight/contract';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { useShellContext } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { createTimeColumn, type GridColumn, PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { TemplatePanel } from './TemplatePanel.tsx';
import { LOCAL_TIME_ZONE, formatPasswordsLabel, listVlans } from './template-labels.ts';

const SaveDialog = lazy(async () => ({ default: (await import('./SaveDialog.tsx')).SaveDialog }));
const ApplyDialog = lazy(async () => ({ default: (await import('./apply/ApplyDialog.tsx')).ApplyDialog }));

const getRowId = ({ id }: TemplateSummary): string => id;
const getRowName = ({ name }: TemplateSummary): string => name;

const COLUMNS: readonly GridColumn<TemplateSummary>[] = [
  { id: 'name', header: 'Name', card: 'title', width: 190, value: getRowName },
  {
    id: 'vlans',
    header: 'VLANs',
    card: 'detail',
    width: 150,
    value: ({ vlans }) => vlans.length,
    text: ({ vlans }) => listVlans(vlans),
  },
  { id: 'pools', header: 'DHCP pools', width: 116, align: 'right', value: ({ pools }) => pools },
  {
    id: 'policies',
    header: 'Wireless policies',
    card: 'detail',
    width: 230,
    value: ({ policies }) => policies.join(', ') || undefined,
  },
  {
    id: 'passwords',
    header: 'Passwords',
    width: 110,
    facet: true,
    value: ({ policies, secretsMissing }) => formatPasswordsLabel(policies.length, secretsMissing),
  },
  { id: 'source', header: 'Saved from', width: 150, facet: true, value: ({ source }) => source },
  createTimeColumn(LOCAL_TIME_ZONE, {
    id: 'changed',
    header: 'Changed',
    card: 'detail',
    width: 160,
    at: ({ changedAt }) => changedAt,
  }),
  { id: 'remark', header: 'Remark', width: 160, value: ({ remark }) => remark },
];

/** Lists the account's templates, which are network settings saved from one project to apply to others. */
export function TemplatesPage() {
  const { projects } = useShellContext();
  const { search, set } = useUrlState();
  const list = useQuery(createQuery('templateList', {}));
  const templates = list.data?.items;
  const close = useCallback(() => set({ dialog: undefined }), [set]);
  if (list.error && !templates) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  const can =
    projects.length === 0
      ? deny('Create a project first: templates are saved from projects.')
      : (templates?.length ?? 0) >= TEMPLATE_LIMIT
        ? deny(`Limit of ${TEMPLATE_LIMIT} templates reached. Delete one first.`)
        : ({ allowed: true } as const);
  const button = (
    <GatedButton can={can} leftSection={<IconPlus size={15} />} onClick={() => set({ dialog: 'new' })}>
      New template
    </GatedButton>
  );
  const applied = search.dialog === 'apply' && templates?.find(({ id }) => id === search.open);
  return (
    <Page
      title="Templates"
      note={templates && `${templates.length} of ${TEMPLATE_LIMIT}`}
      layout="fill"
      actions={templates && templates.length > 0 && button}
    >
      <PanelGrid
        panelLabel="Template"
        renderTitle={getRowName}
        renderPanel={(template, closePanel) => (
          <TemplatePanel key={template.id} summary={template} onClose={closePanel} />
        )}
        id="templates"
        label="Templates"
        noun="template"
        rows={templates}
        columns={COLUMNS}
        rowId={getRowId}
        rowName={getRowName}
        defaultSort="name"
        empty={
          <EmptyNote icon={<IconTemplate size={40} stroke={1.4} />} title="No templates yet" action={button}>
            A template contains VLANs, DHCP pools and wireless policies of one project. You can apply it to
            other projects after you review the changes of each.
          </EmptyNote>
        }
      />
      <Suspense>
        {(search.dialog === 'save' || search.dialog === 'new') && can.allowed && (
          <SaveDialog
            title={search.dialog === 'save' ? 'Save as template' : 'New template'}
            onClose={close}
            onSaved={(id) => set({ dialog: undefined, open: id })}
          />
        )}
        {applied && <ApplyDialog template={applied} onClose={close} />}
      </Suspense>
    </Page>
  );
}
