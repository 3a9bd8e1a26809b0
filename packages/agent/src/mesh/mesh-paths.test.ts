import { expect, test } from 'vitest';
import { parseMeshPaths, parseMeshProxies } from './mesh-paths.ts';

test('parses paths with their next hop and hops', () => {
  const text = `DEST ADDR         NEXT HOP          IFACE	SN	METRIC	QLEN	EXPTIME	DTIM	DRET	FLAGS	HOP_COUNT	PATH_CHANGE
02:00:00:00:04:00 02:00:00:00:04:00 nlmesh0	0	8193	0	1608	0	0	0x11	1	1
02:00:00:00:03:00 02:00:00:00:04:00 nlmesh0	1	16386	0	1608	0	0	0x14	2	3
`;
  expect(parseMeshPaths(text)).toEqual([
    { node: '02:00:00:00:04:00', nextHop: '02:00:00:00:04:00', hops: 1 },
    { node: '02:00:00:00:03:00', nextHop: '02:00:00:00:04:00', hops: 2 },
  ]);
  expect(parseMeshPaths('')).toEqual([]);
});

test('parses the nodes behind which other addresses are', () => {
  const text = `DEST ADDR         PROXY NODE        IFACE
02:00:00:00:99:00 02:00:00:00:03:00 nlmesh0
`;
  expect([...parseMeshProxies(text)]).toEqual([['02:00:00:00:99:00', '02:00:00:00:03:00']]);
});
