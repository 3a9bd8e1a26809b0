/**
 * P3: measures bytes per sample in packed columns, compared with VictoriaMetrics after its merge and a table
 * with a row per sample.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@northlight/server';
import { decodeBlock, encodeBlock } from '@northlight/telemetry-codec';
import pg from 'pg';
import { createDataDirectory } from '../tests/process/running-product.ts';
import type { Figure } from './figure.ts';
import { type DeviceDay, createSamples, listSeries } from './pack-samples.ts';
import { countBytesBelow, startVictoriaMetrics } from './victoria-metrics.ts';

const MAX_BESIDE_VICTORIA = 1.15;
const MAX_BESIDE_ROWS = 0.12;
/** Number of rounds of encoding and decoding; the first one is a warm-up. */
const ROUNDS = 5;

export async function measurePacking(): Promise<Figure[]> {
  const directory = createDataDirectory();
  using _directory = { [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
  const days = createSamples();
  const samples = days
    .flatMap((day) => [...listSeries(day)])
    .reduce((sum, { values }) => sum + values.length, 0);
  const packed = pack(days);
  const victoria = await measureVictoriaBytes(days, join(directory, 'victoria'));
  const tables = await measurePostgresBytes(days, packed.blocks, directory);
  const perSample = (bytes: number): string => (bytes / samples).toFixed(2);
  const besideVictoria = tables.packed / victoria.data;
  const besideRows = tables.packed / tables.rows;
  return [
    {
      id: 'P3',
      text:
        `bytes per sample: packed ${perSample(packed.bytes)}, in their table ${perSample(tables.packed)}; ` +
        `VictoriaMetrics ${perSample(victoria.data)} (and an index of ${perSample(victoria.index)}): ` +
        `${besideVictoria.toFixed(2)}×; rows ${perSample(tables.rows)} (and a key of ${perSample(tables.key)}): ` +
        `${besideRows.toFixed(3)}×; ${packed.text}`,
      goal: `≤ ${MAX_BESIDE_VICTORIA}×; ≤ ${MAX_BESIDE_ROWS}×`,
      reached: besideVictoria <= MAX_BESIDE_VICTORIA && besideRows <= MAX_BESIDE_ROWS,
    },
  ];
}

interface PackedBlock {
  readonly device: string;
  readonly group: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes each day of samples as one block per metric group. Returns the blocks, and a sentence with the
 * speed of encoding and decoding.
 */
function pack(days: readonly DeviceDay[]): { blocks: readonly PackedBlock[]; bytes: number; text: string } {
  let blocks: PackedBlock[] = [];
  const encoding = measureFastest(() => {
    blocks = days.flatMap(({ id, blocks }) =>
      Object.entries(blocks).map(([group, block]) => ({ device: id, group, bytes: encodeBlock(block) })),
    );
  });
  let values = 0;
  const decoding = measureFastest(() => {
    values = 0;
    for (const { bytes } of blocks) {
      const { times, columns } = decodeBlock(bytes);
      values += times.length * columns.size;
    }
  });
  const rows = days.reduce((sum, { blocks }) => sum + blocks.sys.times.length, 0);
  const millions = (count: number, ms: number): string =>
    (count / ms / 1000).toFixed(count / ms > 10_000 ? 0 : 2);
  return {
    blocks,
    bytes: blocks.reduce((sum, { bytes }) => sum + bytes.length, 0),
    text:
      `encodes ${millions(rows, encoding)} M rows/s of ten metrics (${millions(values, encoding)} M values/s), ` +
      `decodes ${millions(values, decoding)} M values/s`,
  };
}

function measureFastest(work: () => void): number {
  let ms = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    work();
    ms = Math.min(ms, performance.now() - start);
  }
  return ms;
}

async function measureVictoriaBytes(
  days: readonly DeviceDay[],
  directory: string,
): Promise<{ data: number; index: number }> {
  mkdirSync(directory);
  await using victoria = await startVictoriaMetrics(directory);
  for (const day of days)
    for (const { device, metric, times, values } of listSeries(day))
      await victoria.import(
        { __name__: metric, device },
        Array.from(times, (time) => time * 1000),
        [...values],
      );
  await victoria.merge();
  await victoria.stop();
  return {
    data: countBytesBelow(join(directory, 'data')),
    index: countBytesBelow(join(directory, 'indexdb')),
  };
}

async function measurePostgresBytes(
  days: readonly DeviceDay[],
  blocks: readonly PackedBlock[],
  directory: string,
): Promise<{ rows: number; key: number; packed: number }> {
  const home = join(directory, 'rows');
  mkdirSync(home);
  chmodSync(home, 0o711);
  const postgres = await startEmbeddedPostgres(home);
  await using _postgres = { [Symbol.asyncDispose]: () => postgres.stop() };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await using _client = { [Symbol.asyncDispose]: () => client.end() };
  const readTableSize = async (table: string): Promise<number> => {
    const { rows } = await client.query<{ size: string }>('select pg_total_relation_size($1) size', [table]);
    return Number(rows[0]?.size);
  };
  await client.query(`
    create table samples (device_id text not null, metric text not null, at timestamptz not null, value double precision);
    create table packed (device_id text not null, series text not null, day date not null, block bytea not null,
      primary key (device_id, series, day));
    alter table packed alter block set storage external;`);
  for (const day of days) await insertRows(client, day);
  for (const { device, group, bytes } of blocks)
    await client.query("insert into packed values ($1, $2, '2026-11-21', $3)", [
      device,
      group,
      Buffer.from(bytes),
    ]);
  const rows = await readTableSize('samples');
  await client.query('alter table samples add primary key (device_id, metric, at)');
  return { rows, key: (await readTableSize('samples')) - rows, packed: await readTableSize('packed') };
}

async function insertRows(client: pg.Client, day: DeviceDay): Promise<void> {
  for (const { device, metric, times, values } of listSeries(day))
    await client.query(
      'insert into samples select $1, $2, to_timestamp(t), v from unnest($3::float8[], $4::float8[]) as u (t, v)',
      [device, metric, [...times], [...values]],
    );
}
