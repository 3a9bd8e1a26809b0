import { type Examples, OK } from './example.ts';

const entered = { sn: 'NLSW8P0000000077', claimCode: '7K2MQ9XH4T' };

/** Examples of the replacement of devices. */
export const replacementExamples: Examples = {
  deviceReplacementReview: {
    body: entered,
    answer: {
      model: 'NL-SW8P',
      modelName: 'Access switch SW8P, 8 PoE ports',
      isConnected: false,
      isPresentOnline: false,
      openTasks: 1,
      adaptions: [
        { part: 'ports', item: 'Port P12', outcome: 'skipped', reason: 'The new model has no such port.' },
      ],
    },
  },
  deviceReplace: {
    body: { ...entered, when: 'first-contact' },
    answer: {
      replacement: {
        sn: entered.sn,
        model: 'NL-SW8P',
        modelName: 'Access switch SW8P, 8 PoE ports',
        orderedAt: '2026-11-23T14:05:00Z',
        orderedBy: 'owner@example.com',
      },
    },
  },
  deviceReplacementCancel: { answer: OK },
};
