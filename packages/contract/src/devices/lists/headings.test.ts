import { expect, test } from 'vitest';
import { type EntryField, rankHeading } from './headings.ts';

/** Headings of a field, from the best to the worst; ranks fall from one list to the next. */
const RANKED: Readonly<Record<EntryField, readonly (readonly string[])[]>> = {
  sn: [
    [
      'Serial number',
      'serial_no.',
      'SN',
      'S/N',
      'Serial-Nr',
      'serialNumber',
      'Device serial number',
      'Device SN',
    ],
    ['Serial', 'Serial number (label)', 'Maker serial number', 'AP S/N'],
    [
      'Seriennummer',
      'Serien-Nr.',
      'Numéro de série',
      'N° de série',
      'Número de serie',
      'Serienummer',
      'Numer seryjny',
    ],
    ['Old serial number', 'SIM serial', 'Order serial no'],
    ['Number', 'Sender', 'Session', 'Series', 'Insurance no.', ''],
  ],
  claimCode: [
    ['Claim code', 'CLAIM-CODE', 'claimCode', 'Claim', 'Device claim code', 'Claiming code'],
    ['Claim code on the label', 'Hotel claim'],
    ['Activation code', 'Registration code', 'Security code'],
    ['Code'],
    ['Secret code', 'Codes'],
    ['Name', 'Barcode', 'Decoder', ''],
    [
      'Article code',
      'Product code',
      'Country code',
      'Item Code',
      'ZIP code',
      'QR code',
      'Code article',
      'Colour code',
    ],
  ],
  name: [
    ['Device name', 'AP name', 'Hostname', 'deviceName'],
    ['Name', 'NAME:'],
    ['Room name', 'Name on the plan'],
    ['Description', 'Filename', ''],
    ['Product name', 'Model name', 'Customer name', 'First name', 'Project names', 'Name of the article'],
  ],
};

test.each(Object.entries(RANKED))('ranks the headings of the field %s', (field, lists) => {
  const ranks = lists.map((headings) => headings.map((text) => rankHeading(field as EntryField, text)));
  for (const [index, equal] of ranks.entries()) expect(new Set(equal).size, String(lists[index])).toBe(1);
  const first = ranks.map(([rank = 0]) => rank);
  expect(first).toEqual([...new Set(first)].sort((a, b) => b - a));
});
