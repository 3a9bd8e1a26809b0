import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Accuracy,
  checkAccuracy,
  type Survey,
  WALL_LOSS_LIMIT_DB,
} from '../packages/rf/src/map/index.ts';

/** Losses (dB) of the kinds of walls in a survey. */
const LOSSES_DB: Readonly<Record<string, number>> = { wall: 20, glass: 12, door: 6 };
/** Height of the access points above the phones of the survey (m). */
const HEIGHT_M = 1.5;
const USAGE = `Use: npm run rf:check -- FOLDER. The folder has walls.csv (x1,y1,x2,y2,kind), rssi.csv (ap,band,x,y,rssiDbm)
and aps-registered.csv or aps.csv (ap,x,y,band,frequencyMhz).`;

/** Prints the error of the signal model against a measured building; returns the exit code. */
export function checkSurvey([folder]: readonly string[]): number {
  if (folder === undefined || !existsSync(join(folder, 'walls.csv'))) {
    console.error(USAGE);
    return 1;
  }
  const survey = readSurvey(folder);
  console.log(
    `${survey.walls.length} walls, ${survey.radios.length} radios, walls saturate at ${WALL_LOSS_LIMIT_DB} dB`,
  );
  for (const { band, byWalls, ...accuracy } of checkAccuracy(survey, HEIGHT_M, WALL_LOSS_LIMIT_DB)) {
    console.log(`${band} GHz: ${formatAccuracy(accuracy)}`);
    for (const { walls, ...each } of byWalls) console.log(`  ${walls} walls: ${formatAccuracy(each)}`);
  }
  return 0;
}

const formatAccuracy = ({ count, medianDb, rmseDb }: Accuracy): string =>
  `n ${count}, RMSE ${rmseDb.toFixed(2)} dB, median error ${medianDb.toFixed(2)} dB`;

function readSurvey(folder: string): Survey {
  const registered = join(folder, 'aps-registered.csv');
  const radios = readTable(existsSync(registered) ? registered : join(folder, 'aps.csv'));
  return {
    walls: readTable(join(folder, 'walls.csv')).map((row) => {
      const kind = row['kind'] ?? '';
      const lossDb = LOSSES_DB[kind];
      if (lossDb === undefined) throw new Error(`walls.csv has the unknown kind "${kind}".`);
      return {
        x1: toNumber(row, 'x1'),
        y1: toNumber(row, 'y1'),
        x2: toNumber(row, 'x2'),
        y2: toNumber(row, 'y2'),
        lossDb,
      };
    }),
    radios: radios.map((row) => ({
      accessPoint: row['ap'] ?? '',
      band: row['band'] ?? '',
      x: toNumber(row, 'x'),
      y: toNumber(row, 'y'),
      frequencyMhz: toNumber(row, 'frequencyMhz'),
    })),
    measurements: readTable(join(folder, 'rssi.csv')).map((row) => ({
      accessPoint: row['ap'] ?? '',
      band: row['band'] ?? '',
      x: toNumber(row, 'x'),
      y: toNumber(row, 'y'),
      signalDbm: toNumber(row, 'rssiDbm'),
    })),
  };
}

type Row = Readonly<Record<string, string | undefined>>;

/** Reads a table of values without quotes, with the names of the columns in the first line. */
function readTable(file: string): Row[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  });
}

function toNumber(row: Row, name: string): number {
  const value = Number(row[name]);
  if (row[name] === undefined || row[name] === '' || !Number.isFinite(value))
    throw new Error(`The column ${name} has the value "${row[name] ?? ''}", which is no number.`);
  return value;
}
