import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { toErrorSentence } from '../../kit/api/index.ts';
import { Chart, type useSeries } from '../../kit/charts/index.ts';
import { formatBytes } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { ChartGrid } from '../parts.tsx';
import { type ApplicationTotal, readApplicationTotals, toLines, sumDirections } from './applications.ts';
import { formatShare } from '../format-share.ts';
import classes from '../telemetry.module.css';

const TITLE = 'Traffic by application';
const NOTHING_YET = 'No data in this period. Data appears within 1 min after the gateway reports.';

interface ApplicationFlowProps {
  readonly state: ReturnType<typeof useSeries>;
  /** Subject of the charts, for file names. */
  readonly subject: string;
  readonly deviceId?: string;
  /** Reason why there is no data; absent if data is expected. */
  readonly absent?: string | undefined;
}

/** Shows internet traffic by application: the ranking in the chart window, and each direction over time. */
export function ApplicationFlow({ absent, deviceId, state, subject }: ApplicationFlowProps) {
  const { answer, error } = state;
  const flows = useMemo(() => answer && readApplicationTotals(answer), [answer]);
  const charts = useMemo(
    () => ({
      download: toLines(flows ?? [], 'download', deviceId),
      upload: toLines(flows ?? [], 'upload', deviceId),
    }),
    [flows, deviceId],
  );
  if (!answer)
    return (
      <Card title={TITLE}>
        {error ? <p className="mut above">{toErrorSentence(error)}</p> : <Skeleton height={120} />}
      </Card>
    );
  if (!flows)
    return (
      <Card title={TITLE}>
        <p className="mut above">{absent ?? NOTHING_YET}</p>
      </Card>
    );
  const shared = { unit: 'bitsPerSecond', state, subject, empty: NOTHING_YET } as const;
  return (
    <>
      <Card title={TITLE}>
        <Ranking flows={flows} isOld={state.isStale} />
      </Card>
      {flows.length > 0 && (
        <ChartGrid>
          <Chart title="Download by application" lines={charts.download} {...shared} />
          <Chart title="Upload by application" lines={charts.upload} {...shared} />
        </ChartGrid>
      )}
    </>
  );
}

function Ranking({ flows, isOld }: { readonly flows: readonly ApplicationTotal[]; readonly isOld: boolean }) {
  const whole = flows.reduce((sum, flow) => sum + sumDirections(flow), 0);
  if (flows.length === 0) return <p className="mut above">No internet traffic in this period.</p>;
  return (
    <div aria-busy={isOld || undefined}>
      <table className={`figures ${classes['spread']} ${classes['ranking']}`} aria-label={TITLE}>
        <thead>
          <tr>
            <th scope="col">Application</th>
            <th scope="col">Share</th>
            <th scope="col">Download</th>
            <th scope="col">Upload</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.id}>
              <th scope="row">
                {flow.title}
                <small className="block mut not-on-phone">{flow.note}</small>
              </th>
              <td>
                <span className={`row justify-end gap-8 ${classes['share']}`}>
                  <ShareBar share={sumDirections(flow) / whole} />
                  {formatShare(sumDirections(flow), whole)}
                </span>
              </td>
              <td>{formatBytes(flow.download)}</td>
              <td>{formatBytes(flow.upload)}</td>
              <td>{formatBytes(sumDirections(flow))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mut above">
        Traffic between clients and the internet by destination port. The gateway does not inspect its
        content.
      </p>
    </div>
  );
}
