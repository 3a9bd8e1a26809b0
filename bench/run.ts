/**
 * `npm run bench [-- P8 P10] [--judge]`: one line per figure with its goal and its comparison. With
 * `--judge` a missed goal is exit code 1.
 */
import { p16 } from './alarm-export.ts';
import { p4AndP5 } from './chart-answers.ts';
import { p14 } from './charts.ts';
import { p12 } from './device-list.ts';
import { s4 } from './device-fuzz.ts';
import { hour } from './hour.ts';
import { s10 } from './identity.ts';
import { p1, p2 } from './ingest.ts';
import { idlePages } from './idle-pages.ts';
import { intakeKill } from './intake-kill.ts';
import { s7 } from './enumeration.ts';
import { fewFiles } from './few-files.ts';
import { failingDisk } from './failing-disk.ts';
import { type Figure, line } from './figure.ts';
import { s15 } from './flood.ts';
import { p9 } from './kill.ts';
import { p10 } from './memory.ts';
import { p15 } from './grid.ts';
import { p3 } from './pack.ts';
import { p7 } from './project-push.ts';
import { p6 } from './push.ts';
import { scarcity } from './scarcity.ts';
import { s2 } from './oracle.ts';
import { r11 } from './disk-full.ts';
import { r15 } from './edits.ts';
import { p8 } from './start.ts';
import { r5 } from './reconnect.ts';
import { r14 } from './slow-consumers.ts';
import { s11 } from './uploads.ts';
import { p11 } from './visible.ts';
import { wallboard } from './wallboard.ts';

const BENCHES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  P1: p1,
  P2: p2,
  P3: p3,
  'P4+P5': p4AndP5,
  P6: p6,
  P7: p7,
  P8: p8,
  P9: p9,
  P10: p10,
  P11: p11,
  P12: p12,
  P14: p14,
  P15: p15,
  P16: p16,
  hour,
  intake: intakeKill,
  pages: idlePages,
  R5: r5,
  R11: async () => [...(await r11()), ...(await fewFiles()), ...(await failingDisk()), ...(await scarcity())],
  scarcity,
  R14: r14,
  R15: r15,
  S2: s2,
  S4: s4,
  S7: s7,
  S10: s10,
  S11: s11,
  S15: s15,
  wallboard,
};

const judge = process.argv.includes('--judge');
const wanted = process.argv.slice(2).filter((name) => name !== '--judge');
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: choose from ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const figure of await bench()) {
      console.log(line(figure));
      if (judge && !figure.reached) process.exitCode = 1;
    }
  }
}
