/**
 * `npm run bench [-- P8 P10] [--fail-on-miss]`: one line per figure with its goal and its comparison. With
 * `--fail-on-miss` a missed goal is exit code 1.
 */
import { measureAlarmExport } from './alarm-export.ts';
import { RF_BENCHES } from './rf/index.ts';
import { measureCameraPictures } from './camera-pictures.ts';
import { measurePictureRights } from './picture-rights.ts';
import { measureChartAnswers } from './chart-answers.ts';
import { measureChartDrawing } from './charts.ts';
import { measureDeviceList } from './device-list.ts';
import { fuzzDeviceInput } from './device-fuzz.ts';
import { measureHour } from './hour.ts';
import { measureHalfOpenConnections } from './half-open.ts';
import { measureIdentity } from './identity.ts';
import { measureIngest, measureSlowIngest } from './ingest.ts';
import { measureIdlePages } from './idle-pages.ts';
import { measureIntakeKill } from './intake-kill.ts';
import { measureEnumeration } from './enumeration.ts';
import { measureFewFiles } from './few-files.ts';
import { measureFailingDisk } from './failing-disk.ts';
import { type Figure, formatLine } from './figure.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureFlood } from './flood.ts';
import { measureKill } from './kill.ts';
import { measureCoverage } from './map.ts';
import { measureHeatDrawing } from './map-drawing.ts';
import { measureServerMemory } from './memory.ts';
import { measureGrid } from './grid.ts';
import { measurePacking } from './pack.ts';
import { measureProjectPush } from './project-push.ts';
import { measurePlanUploads } from './plan-uploads.ts';
import { measurePush } from './push.ts';
import { measureResponsiveness } from './responsiveness.ts';
import { measureScarcity } from './scarcity.ts';
import { measureOracle } from './oracle.ts';
import { fillDisk } from './disk-full.ts';
import { measureLab } from './lab.ts';
import { measureLargeProject } from './large.ts';
import { measureLostEdits } from './edits.ts';
import { measureStart } from './start.ts';
import { measureRadio } from './radio.ts';
import { measureReconnect } from './reconnect.ts';
import { measureReplacements } from './replacements.ts';
import { measureRefusedBackups } from './refused-backups.ts';
import { measureRestorations } from './restorations.ts';
import { measureRestoreKill } from './restore-kill.ts';
import { measureAgentKill } from './restore-kill-agent.ts';
import { measureSandbox } from './sandbox.ts';
import { measureSandboxInLab } from './sandbox-lab.ts';
import { measureSlowConsumers } from './slow-consumers.ts';
import { measureTopologySize } from './topology-size.ts';
import { measureInference, measureLayout } from './topology.ts';
import { measureDrawing } from './topology-drawing.ts';
import { measureTenants } from './tenants.ts';
import { measureUploads } from './uploads.ts';
import { measureVisibleChange } from './visible.ts';
import { measureWallboard } from './wallboard.ts';

const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  ...RF_BENCHES,
  P1: measureIngest,
  P2: measureSlowIngest,
  P3: measurePacking,
  'P4+P5': measureChartAnswers,
  P6: measurePush,
  P7: measureProjectPush,
  P8: measureStart,
  P9: measureKill,
  P10: measureServerMemory,
  P11: measureVisibleChange,
  P12: measureDeviceList,
  P14: measureChartDrawing,
  P15: measureGrid,
  P16: measureAlarmExport,
  'camera-pictures': measureCameraPictures,
  'first-screen': measureFirstScreen,
  'half-open': measureHalfOpenConnections,
  hour: measureHour,
  intake: measureIntakeKill,
  lab: measureLab,
  large: measureLargeProject,
  'picture-rights': measurePictureRights,
  map: async () => [...(await measureCoverage()), ...(await measureHeatDrawing())],
  pages: measureIdlePages,
  radio: measureRadio,
  responsiveness: measureResponsiveness,
  R5: measureReconnect,
  replacements: measureReplacements,
  'refused-backups': measureRefusedBackups,
  'restore-kill': measureRestoreKill,
  'restore-kill-agent': measureAgentKill,
  restorations: measureRestorations,
  sandbox: measureSandbox,
  'sandbox-lab': measureSandboxInLab,
  R11: async () => [
    ...(await fillDisk()),
    ...(await measureFewFiles()),
    ...(await measureFailingDisk()),
    ...(await measureScarcity()),
  ],
  scarcity: measureScarcity,
  R14: measureSlowConsumers,
  R15: measureLostEdits,
  S2: measureOracle,
  S4: fuzzDeviceInput,
  S7: measureEnumeration,
  S10: measureIdentity,
  S11: async () => [...(await measureUploads()), ...(await measurePlanUploads())],
  S15: measureFlood,
  tenants: measureTenants,
  topology: async () => [
    ...(await measureLayout()),
    ...(await measureDrawing()),
    ...measureInference(),
    ...(await measureTopologySize()),
  ],
  wallboard: measureWallboard,
};

/** Names of several benches. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { rf: Object.keys(RF_BENCHES) };

const failsOnMissedGoal = process.argv.includes('--fail-on-miss');
const wanted = process.argv
  .slice(2)
  .filter((name) => name !== '--fail-on-miss')
  .flatMap((name) => GROUPS[name] ?? [name]);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}: choose from ${[...Object.keys(GROUPS), ...Object.keys(BENCHES)].join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const figure of await bench()) {
      console.log(formatLine(figure));
      if (failsOnMissedGoal && !figure.reached) process.exitCode = 1;
    }
  }
}
