export { describeTarget, toRadioId } from './rf-texts.ts';
export { useProposedRows } from './use-proposed-rows.ts';
