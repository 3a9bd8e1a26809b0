import { formatBand, type RfRadio, STALE_AFTER_MS } from '@northlight/contract';
import { useNow } from '../../kit/format/index.ts';
import { createAgeColumn, type GridColumn } from '../../kit/grid/index.ts';
import { MetricValue } from '../../devices/index.ts';
import { formatRadioName } from '../rf-texts.ts';

interface FigureColumn {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly read: (radio: RfRadio) => number | undefined;
  readonly card?: 'figure' | 'more';
}

/** Columns of the radios with their airtime as last reported. */
export function createRadioColumns(timeZone: string): readonly GridColumn<RfRadio>[] {
  const figure = ({ read, ...column }: FigureColumn): GridColumn<RfRadio> => ({
    ...column,
    align: 'right',
    value: read,
    text: (radio) => formatFigure(read(radio)),
    cell: (radio) => <Figure radio={radio} text={formatFigure(read(radio))} timeZone={timeZone} />,
    cardCell: (radio) => formatFigure(read(radio)),
  });
  return [
    {
      id: 'device',
      header: 'Access point',
      card: 'title',
      width: 150,
      value: ({ deviceName }) => deviceName,
      cardCell: formatRadioName,
    },
    { id: 'band', header: 'Radio', width: 72, facet: true, value: ({ band }) => formatBand(band) },
    {
      id: 'channel',
      header: 'Channel',
      card: 'state',
      width: 84,
      align: 'right',
      facet: true,
      value: ({ channel }) => channel,
      cardCell: ({ channel, widthMhz }) => `Channel ${channel}, ${widthMhz} MHz`,
    },
    {
      id: 'width',
      header: 'Width (MHz)',
      width: 96,
      align: 'right',
      facet: true,
      value: ({ widthMhz }) => widthMhz,
    },
    figure({ id: 'power', header: 'Power (dBm)', width: 98, read: ({ powerDbm }) => powerDbm }),
    figure({ id: 'clients', header: 'Clients', width: 76, card: 'figure', read: ({ clients }) => clients }),
    figure({
      id: 'busy',
      header: 'Busy (%)',
      width: 80,
      card: 'figure',
      read: ({ busyPercent }) => busyPercent,
    }),
    figure({ id: 'sent', header: 'Sent (%)', width: 80, read: ({ txPercent }) => txPercent }),
    figure({ id: 'received', header: 'Received (%)', width: 100, read: ({ rxPercent }) => rxPercent }),
    figure({ id: 'noise', header: 'Noise (dBm)', width: 96, read: ({ noiseDbm }) => noiseDbm }),
    figure({
      id: 'own',
      header: 'Own',
      width: 60,
      card: 'figure',
      read: ({ ownOnChannel }) => ownOnChannel,
    }),
    figure({
      id: 'foreign',
      header: 'Foreign',
      width: 80,
      card: 'figure',
      read: ({ foreignOnChannel }) => foreignOnChannel,
    }),
    createAgeColumn(timeZone, {
      id: 'reported',
      header: 'Report',
      width: 76,
      at: ({ reportedAt }) => reportedAt,
    }),
    createAgeColumn(timeZone, { id: 'scanned', header: 'Scan', width: 66, at: ({ scannedAt }) => scannedAt }),
  ];
}

const formatFigure = (value: number | undefined): string =>
  value === undefined ? '–' : String(Math.round(value)).replace('-', '−');

interface FigureProps {
  readonly radio: RfRadio;
  readonly text: string;
  readonly timeZone: string;
}

/** A reported figure, marked while it is stale. */
function Figure({ radio: { reportedAt }, text, timeZone }: FigureProps) {
  const isStale = useNow() - Date.parse(reportedAt) > STALE_AFTER_MS;
  return <MetricValue text={text} stale={isStale} at={reportedAt} timeZone={timeZone} />;
}
