import { describe, expect, it } from 'vitest';
import { ALL_VLANS_TOKEN, toVlanText, toVlanTokens } from './vlan-tokens.ts';

const NETWORKS = [
  { id: 1, name: 'LAN' },
  { id: 10, name: 'Rooms' },
  { id: 20, name: 'Guest Wi-Fi' },
];

describe('the tokens of a list of VLANs', () => {
  it.each([
    ['', []],
    ['all', [ALL_VLANS_TOKEN]],
    ['10,20,30', ['10 Rooms', '20 Guest Wi-Fi', '30']],
    ['10-12', ['10 Rooms', '11', '12']],
    ['100-199', ['100-199']],
    ['ten', ['ten']],
  ])('show %j with the names of networks', (text, tokens) => {
    expect(toVlanTokens(text, NETWORKS)).toEqual(tokens);
  });

  it.each([
    [['10 Rooms', '30'], '10,30'],
    [['10 Rooms', '10-12'], '10,10-12'],
    [['30', '20 Guest Wi-Fi'], '20,30'],
    [['guest wi-fi'], '20'],
    [['10 Rooms', ALL_VLANS_TOKEN], 'all'],
    [[ALL_VLANS_TOKEN, '20 Guest Wi-Fi'], '20'],
    [['ten'], 'ten'],
    [[], ''],
  ])('become the text of %j', (tokens, text) => {
    expect(toVlanText(tokens, NETWORKS)).toBe(text);
  });
});
