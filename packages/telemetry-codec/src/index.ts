export { type Block, BrokenBlock } from './block.ts';
export { encodeBlock } from './encode.ts';
export { readColumnNames, decodeBlock } from './decode.ts';
export { mergeBlocks } from './merge.ts';
export { sliceBlock } from './slice.ts';
export { BlockBuilder } from './builder.ts';
