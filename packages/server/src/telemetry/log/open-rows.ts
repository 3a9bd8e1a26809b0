import { type Block, BlockBuilder } from '@northlight/telemetry-codec';
import { type Group, type Row, parseRows } from '../groups.ts';

const FIRST_VALUES = 64;
const FIRST_ROWS = 8;

/**
 * Rows of one series and metric group in the order of arrival. Typed arrays are compact and cheap to append
 * to.
 */
export class OpenRows {
  readonly #ids = new Map<string, number>();
  /** Time of each row (s), and the position at which its values end. */
  #times = new Float64Array(FIRST_ROWS);
  #ends = new Uint32Array(FIRST_ROWS);
  #rows = 0;
  #columns = new Uint32Array(FIRST_VALUES);
  #values = new Float64Array(FIRST_VALUES);
  #length = 0;

  add(time: number, row: Row): void {
    if (this.#rows === this.#times.length) {
      this.#times = growArray(this.#times, new Float64Array(2 * this.#rows));
      this.#ends = growArray(this.#ends, new Uint32Array(2 * this.#rows));
    }
    while (this.#length + row.length > this.#values.length) {
      const size = 2 * this.#values.length;
      this.#columns = growArray(this.#columns, new Uint32Array(size));
      this.#values = growArray(this.#values, new Float64Array(size));
    }
    for (const [column, value] of row) {
      let id = this.#ids.get(column);
      if (id === undefined) this.#ids.set(column, (id = this.#ids.size));
      this.#columns[this.#length] = id;
      this.#values[this.#length++] = value;
    }
    this.#times[this.#rows] = time;
    this.#ends[this.#rows++] = this.#length;
  }

  /** Returns the selected columns as a block. Of two values for one time, it contains the later one. */
  toBlock(columnFilter?: (column: string) => boolean): Block {
    const names = [...this.#ids.keys()].map((name) =>
      columnFilter && !columnFilter(name) ? undefined : name,
    );
    const builder = new BlockBuilder();
    for (let row = 0, at = 0; row < this.#rows; row++) {
      const end = this.#ends[row] ?? 0;
      const values: [string, number][] = [];
      for (; at < end; at++) {
        const name = names[this.#columns[at] ?? 0];
        if (name !== undefined) values.push([name, this.#values[at] ?? Number.NaN]);
      }
      if (values.length > 0) builder.add(this.#times[row] ?? 0, values);
    }
    return builder.toBlock();
  }
}

function growArray<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

export interface LoggedRow {
  readonly device_id: string;
  readonly kind: number;
  readonly sampled_at: Date;
  readonly body: Buffer;
}

/** Groups the logged rows of one series by metric group. Expects and keeps the order of arrival. */
export function groupOpenRows(rows: readonly LoggedRow[]): Map<Group, OpenRows> {
  const groups = new Map<Group, OpenRows>();
  for (const { body, kind, sampled_at } of rows)
    for (const [group, row] of parseRows(kind, body)) {
      if (row.length === 0) continue;
      let open = groups.get(group);
      if (!open) groups.set(group, (open = new OpenRows()));
      open.add(Math.floor(sampled_at.getTime() / 1000), row);
    }
  return groups;
}
