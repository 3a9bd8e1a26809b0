/**
 * Script of the page. It writes values as text, never as markup, and keeps the session token in this tab
 * only.
 */
export const PAGE_SCRIPT = `const KEY = 'device-session';
const at = (id) => document.getElementById(id);
const showMessage = (text, tone = 'wrong') => {
  at('message').textContent = text;
  at('message').dataset.tone = tone;
};
let shown;
let wans = [];

async function call(method, path, body) {
  const token = sessionStorage.getItem(KEY);
  const answer = await fetch(path, {
    method,
    headers: {
      ...(token && { 'x-device-session': token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  if (answer.ok) return value;
  if (answer.status === 401 && path !== '/api/session') signedOut();
  throw new Error(value.message);
}

function uptime(seconds) {
  const parts = [[Math.floor(seconds / 86400), 'd'], [Math.floor(seconds / 3600) % 24, 'h'], [Math.floor(seconds / 60) % 60, 'min']];
  return parts.filter(([count]) => count > 0).map(([count, unit]) => count + ' ' + unit).join(' ') || 'less than a minute';
}

function show(status) {
  shown = status;
  const local = status.managed === 'local';
  document.title = status.name;
  at('name').textContent = status.name;
  at('mode').textContent = local ? 'Managed on this page' : 'Managed by the cloud';
  at('model').textContent = status.model;
  at('serial').textContent = status.serial;
  at('software').textContent = status.software;
  at('uptime').textContent = uptime(status.uptimeSeconds);
  at('cloud').textContent = status.connected ? 'Connected' : 'Not connected';
  at('managed').textContent = local ? 'Local' : 'Cloud';
  const signedIn = sessionStorage.getItem(KEY) !== null;
  at('sign-in').hidden = signedIn;
  at('control').hidden = !signedIn;
  at('sign-in-form').hidden = !status.hasPassword;
  at('no-password').hidden = status.hasPassword;
  at('switch').textContent = local ? 'Switch to cloud management' : 'Switch to local management';
  at('mode-help').textContent = local
    ? 'The cloud shows the device but does not change it.'
    : 'The cloud configures the device. Switch to local management to restart it or change its password here.';
  at('restart').setAttribute('aria-disabled', String(!local));
  at('password-form').hidden = !local;
  at('internet').hidden = !signedIn || wans.length === 0;
  at('wan-apply').setAttribute('aria-disabled', String(!local));
  at('internet-help').textContent = local
    ? 'Changes apply at once. The console shows the difference and asks which settings to keep.'
    : 'These settings are managed in the console. Switch to local management to change them here.';
}

function signedOut() {
  sessionStorage.removeItem(KEY);
  if (shown) show(shown);
}

const refresh = async () => show(await call('GET', '/api/status'));

function showMode() {
  at('wan-fixed').hidden = at('wan-mode').value !== 'static';
}

function showWan() {
  const wan = wans.find(({ port }) => port === at('wan-port').value);
  if (!wan) return;
  at('wan-mode').value = wan.mode === 'static' ? 'static' : 'dhcp';
  at('wan-ip').value = wan.ip || '';
  at('wan-mask').value = wan.mask || '';
  at('wan-gateway').value = wan.gateway || '';
  at('wan-dns').value = wan.dns.join(', ');
  if (wan.mode === 'pppoe') showMessage('This port uses PPPoE, which is set in the console. Changes made here replace it.');
  showMode();
}

async function loadWans(port) {
  wans = (await call('GET', '/api/internet')).ports;
  at('wan-port').replaceChildren(...wans.map((wan) => new Option(wan.port, wan.port)));
  if (port) at('wan-port').value = port;
  showWan();
}

function on(id, type, act) {
  at(id).addEventListener(type, async (event) => {
    event.preventDefault();
    showMessage('');
    try {
      await act();
    } catch (error) {
      showMessage(error instanceof TypeError ? 'The device does not respond. Check the connection.' : error.message);
    }
  });
}

on('sign-in-form', 'submit', async () => {
  const { token } = await call('POST', '/api/session', { password: at('password').value });
  at('password').value = '';
  sessionStorage.setItem(KEY, token);
  await loadWans();
  await refresh();
  at('switch').focus();
});
on('sign-out', 'click', async () => {
  await call('DELETE', '/api/session').finally(signedOut);
});
on('switch', 'click', async () => {
  show(await call('PUT', '/api/management', { managed: shown.managed === 'local' ? 'cloud' : 'local' }));
  await refresh();
});
on('restart', 'click', async () => {
  await call('POST', '/api/restart');
  showMessage('The device is restarting.', 'done');
});
on('password-form', 'submit', async () => {
  await call('PUT', '/api/password', { password: at('new-password').value });
  at('new-password').value = '';
  signedOut();
  showMessage('Password changed. Sign in with the new password.', 'done');
});

at('wan-port').addEventListener('change', showWan);
at('wan-mode').addEventListener('change', showMode);
on('internet-form', 'submit', async () => {
  const mode = at('wan-mode').value;
  const port = at('wan-port').value;
  const text = (id) => at(id).value.trim();
  const dns = text('wan-dns').split(/[\\s,;]+/).filter((each) => each !== '');
  const fixed = { ip: text('wan-ip'), mask: text('wan-mask'), gateway: text('wan-gateway') };
  await call('PUT', '/api/internet', { port, mode, dns, ...(mode === 'static' && fixed) });
  await loadWans(port);
  showMessage('Settings applied.', 'done');
});

async function refreshForever() {
  await refresh().catch(() => { at('cloud').textContent = 'The device does not respond. Check the connection.'; });
  setTimeout(refreshForever, 5000);
}
if (sessionStorage.getItem(KEY)) await call('GET', '/api/session').then(() => loadWans()).catch(() => undefined);
await refreshForever();
`;
