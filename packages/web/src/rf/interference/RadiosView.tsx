import type { RfRadio } from '@northlight/contract';
import { type ReactNode, useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { PanelGrid } from '../../kit/grid/index.ts';
import { LoadFailed, Page } from '../../kit/page/index.ts';
import { NoRadios } from '../NoRadios.tsx';
import { formatRadioName, RF_TITLE, toRadioId } from '../rf-texts.ts';
import { useInterference } from '../use-rf.ts';
import { RadioPanel } from './RadioPanel.tsx';
import { createRadioColumns } from './radio-columns.tsx';
import { describeScan, ScanButton, ScanNote } from './ScanButton.tsx';
import { useScan } from './use-scan.ts';

/** Lists the radios that broadcast, with their airtime. A row opens its details. */
export function RadiosView({ views }: { readonly views: ReactNode }) {
  const { timeZone } = useProject();
  const { data: air, error, refetch } = useInterference();
  const scan = useScan(air);
  const columns = useMemo(() => createRadioColumns(timeZone), [timeZone]);
  if (error && !air) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (air?.radios.length === 0)
    return (
      <Page title={RF_TITLE} tools={views}>
        <NoRadios online={air.online} />
      </Page>
    );
  return (
    <Page
      title={RF_TITLE}
      note={air && describeScan(air)}
      isNoteLong
      layout="fill"
      tools={views}
      actions={<ScanButton scan={scan} />}
    >
      {air && <ScanNote air={air} scan={scan} />}
      <PanelGrid<RfRadio>
        id="rf-radios"
        label="Radios"
        noun="radio"
        rows={air?.radios}
        columns={columns}
        rowId={toRadioId}
        rowName={formatRadioName}
        defaultSort="-busy"
        panelLabel="Radio"
        renderTitle={formatRadioName}
        renderPanel={(radio) => <RadioPanel radio={radio} />}
        openable={air?.radios}
        empty={null}
      />
    </Page>
  );
}
