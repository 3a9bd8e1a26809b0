/** Runs in the sandbox: reads a list of devices from a file. */
import { answerOrder } from '../../platform/sandbox/answer-order.ts';
import { readListFile } from './read-list-file.ts';

answerOrder(readListFile);
