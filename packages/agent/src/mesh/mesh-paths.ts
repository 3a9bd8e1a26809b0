import { parseMac } from '@northlight/contract/net';

/** Path to a mesh node (802.11s). The kernel keeps it without traffic, and looks for it again with the next frame. */
export interface MeshPath {
  readonly node: string;
  readonly nextHop: string;
  readonly hops: number;
}

const splitRows = (text: string): string[][] => text.split('\n').map((line) => line.trim().split(/\s+/));

/** Parses the output of `iw dev X mpath dump` (iw 5 and newer, which prints the hops). */
export function parseMeshPaths(text: string): MeshPath[] {
  return splitRows(text).flatMap((cells): MeshPath[] => {
    const [node, nextHop] = [parseMac(cells[0] ?? ''), parseMac(cells[1] ?? '')];
    const hops = Number(cells[10]);
    if (node === undefined || nextHop === undefined || !Number.isInteger(hops)) return [];
    return [{ node, nextHop, hops }];
  });
}

/** Parses the output of `iw dev X mpp dump`: the mesh node behind which each other address is. */
export function parseMeshProxies(text: string): ReadonlyMap<string, string> {
  return new Map(
    splitRows(text).flatMap((cells): [string, string][] => {
      const [address, node] = [parseMac(cells[0] ?? ''), parseMac(cells[1] ?? '')];
      return address === undefined || node === undefined ? [] : [[address, node]];
    }),
  );
}
