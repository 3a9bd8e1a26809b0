import '../kit/zod-setup.ts';
import '../styles.css';
import { type Device, ERRORS, type Project, type Session } from '@northlight/contract';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { App, type ConsoleParts, createConsole } from '../app/App.tsx';
import { type AnsweringServer, type Answers, Refusal, startAnswering } from './answers.ts';
import { createNetworkAnswers } from './network-answers.ts';
import { preventNavigations } from './navigations.ts';
import { createDeviceDetail, createProject, createSession } from './fixtures.ts';
import { createWindowHistory } from './window-history.ts';

interface ConsoleOptions {
  /** Project of the page, and the only one of the account. */
  readonly project?: Project;
  readonly session?: Session;
  /** Devices that `deviceList` answers. */
  readonly devices?: readonly Device[];
  /** Answers besides those of the frame of every page. */
  readonly answers?: Answers;
  /** Width and height of the window (px); 1440 × 900 by default. */
  readonly size?: readonly [width: number, height: number];
}

/** The whole console in the window of a component test, with prepared answers instead of a server. */
export interface OpenConsole extends AnsweringServer {
  /** Addresses for which the console would have left the page, such as the sign-in page; the window stays. */
  readonly navigations: readonly string[];
  /** Path, query and hash of the current page. */
  readonly address: () => string;
  /** Goes back and forward like the buttons of the browser. */
  readonly back: () => void;
  readonly forward: () => void;
  /** Opens an address like a click on a link. */
  readonly open: (address: string) => Promise<void>;
  /** Loads the current page again: what the browser stores is kept, what the page remembers is lost. */
  readonly reload: () => Promise<void>;
}

/** Opens the console at an address. The window is empty again when the test has finished. */
export async function openConsole(
  address: string,
  {
    answers = {},
    devices = [],
    project = createProject({ deviceCount: devices.length, devicesOnline: devices.length }),
    session = createSession(),
    size: [width, height] = [1440, 900],
  }: ConsoleOptions = {},
): Promise<OpenConsole> {
  await page.viewport(width, height);
  const navigations = preventNavigations();
  const server = startAnswering({ ...answerFrame(session, project, devices), ...answers });
  let shown = await show(address);
  onTestFinished(() => {
    shown.close();
    localStorage.clear();
    sessionStorage.clear();
  });
  const readAddress = (): string => shown.parts.router.history.location.href;
  return {
    ...server,
    navigations,
    address: readAddress,
    back: () => shown.parts.router.history.back(),
    forward: () => shown.parts.router.history.forward(),
    open: async (next) => {
      shown.parts.router.history.push(next);
      await shown.parts.router.load();
    },
    reload: async () => {
      const current = readAddress();
      shown.close();
      shown = await show(current);
    },
  };
}

async function show(address: string): Promise<{ readonly parts: ConsoleParts; readonly close: () => void }> {
  const parts = createConsole(createWindowHistory(address));
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(<App parts={parts} env="test" />);
  await parts.router.load();
  return {
    parts,
    close: () => {
      root.unmount();
      element.remove();
      parts.queryClient.clear();
    },
  };
}

/** Answers that the frame of every page needs, and the devices of its project. */
function answerFrame(session: Session, project: Project, devices: readonly Device[]): Answers {
  const none = { items: [], total: 0 };
  return {
    sessionGet: session,
    projectList: { items: [project], total: 1 },
    projectGet: project,
    deviceList: { items: [...devices], total: devices.length },
    deviceGet: ({ params }) => {
      const found = devices.find(({ id }) => id === params.deviceId);
      return found
        ? createDeviceDetail(found)
        : new Refusal(404, { code: ERRORS.invalidParameters.code, message: 'The device does not exist.' });
    },
    clientList: none,
    firmwareList: { items: [], channels: [], updates: [] },
    jobList: none,
    listViewList: none,
    messageList: { ...none, unread: 0 },
    rfProposalGet: { rows: [] },
    ...createNetworkAnswers({ devices }),
    waitingDeviceList: { ...none, waiting: 0 },
  };
}
