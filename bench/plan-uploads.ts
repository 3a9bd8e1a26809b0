import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PlanProcessor } from '../packages/server/src/platform/images/plan-processor.ts';
import { CANARY_MARK } from '../packages/server/src/platform/images/testing/corpus.ts';
import { createHostilePlans, createPdf } from '../packages/server/src/platform/images/testing/plan-files.ts';
import { type Figure, formatMilliseconds, formatSeconds } from './figure.ts';

const PAGES = 15;
const PDF_GOAL_MS = 5_000;
const STALL_GOAL_MS = 200;
const RUNS = 3;
const REQUESTER = { id: 'account', isVisitor: false };

/** S11: draws a PDF of 15 pages, and all hostile floor plans like the server, and measures the delay of the main thread. */
export async function measurePlanUploads(): Promise<Figure[]> {
  const plans = new PlanProcessor();
  const times: number[] = [];
  const pdf = createPdf(PAGES);
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await plans.draw(pdf, 'split', REQUESTER);
    times.push(performance.now() - start);
  }
  const [fastest = 0] = times.toSorted((one, other) => one - other);
  const files = await createHostilePlans();
  const kept: string[] = [];
  const stall = monitorEventLoopDelay({ resolution: 5 });
  stall.enable();
  let drawn = 0;
  for (const { bytes, name } of files) {
    const pictures = await plans.draw(bytes, 'split', { ...REQUESTER, id: name }).catch(() => []);
    drawn += pictures.length > 0 ? 1 : 0;
    for (const picture of pictures) if (Buffer.from(picture.bytes).includes(CANARY_MARK)) kept.push(name);
  }
  stall.disable();
  return [
    {
      id: 'S11',
      text: `PDF of ${PAGES} pages drawn in ${formatSeconds(fastest)} (fastest of ${RUNS})`,
      goal: formatSeconds(PDF_GOAL_MS),
      reached: fastest <= PDF_GOAL_MS,
    },
    {
      id: 'S11',
      text: `${files.length} hostile floor plans, ${drawn} drawn, ${kept.length} kept anything of what was sent; longest stall of the main thread ${formatMilliseconds(stall.max / 1e6)}`,
      goal: `200 files, 0, ${formatMilliseconds(STALL_GOAL_MS)}`,
      reached: files.length >= 200 && kept.length === 0 && stall.max / 1e6 <= STALL_GOAL_MS,
    },
  ];
}
