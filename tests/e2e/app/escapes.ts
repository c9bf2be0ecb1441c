/** Ways out of the page that an attacker who runs script in it would try. Each is script for the page; `HERE` stands for a server. */

export interface Escape {
  name: string
  /** run in the page; may throw */
  script: string
}

const link = (href: string, more = '') =>
  `const a = document.createElement('a'); a.href = ${JSON.stringify(href)}; ${more}; document.body.append(a); a.click(); a.remove()`

const element = (tag: string, set: string, parent = 'document.body') =>
  `const e = document.createElement('${tag}'); ${set}; ${parent}.append(e)`

/** The server that would hear of what gets out. */
const HERE = 'http://127.0.0.1:HERE'

const ADDRESSES = [
  'about:blank',
  'about:blank#top',
  'about:srcdoc',
  'data:text/html,<h1>gone</h1>',
  'file:///etc/passwd',
  `${HERE}/page`,
  'https://example.com/',
  'app://elsewhere/index.html',
  'app://trimline/nothing.html',
  'app://trimline/../../package.json',
  'app://trimline@evil/index.html',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'view-source:app://trimline/index.html',
  'mailto:a@example.com',
  'javascript:document.title="ran"',
]

/** Each would put something else in the place of the app. */
export const NAVIGATIONS: readonly Escape[] = [
  ...ADDRESSES.map((address) => ({ name: `location = ${address}`, script: `location.href = '${address}'` })),
  { name: 'location.replace', script: "location.replace('about:blank')" },
  { name: 'location.assign', script: "location.assign('about:blank')" },
  { name: 'a link', script: link('about:blank') },
  { name: 'a link with target=_self', script: link('about:blank', "a.target = '_self'") },
  { name: 'a link with target=_top', script: link('about:blank', "a.target = '_top'") },
  { name: 'a link that is no referrer', script: link('about:blank', "a.rel = 'noreferrer noopener'") },
  {
    name: 'a form that is sent',
    script: element('form', "e.action = 'about:blank'; e.method = 'get'; setTimeout(() => e.submit())"),
  },
  {
    name: 'a form that is posted',
    script: element('form', `e.action = '${HERE}/form'; e.method = 'post'; setTimeout(() => e.submit())`),
  },
  {
    name: 'a meta refresh',
    script: element('meta', "e.httpEquiv = 'refresh'; e.content = '0;url=about:blank'", 'document.head'),
  },
  { name: 'window.open in itself', script: "window.open('about:blank', '_self')" },
  { name: 'window.open in the top', script: "window.open('about:blank', '_top')" },
  { name: 'window.open in its parent', script: "window.open('about:blank', '_parent')" },
  { name: 'history, back beyond the beginning', script: "history.pushState(null, '', '#a'); history.go(-9)" },
  {
    name: 'history, to another file',
    script: "history.pushState(null, '', '/assets/'); history.replaceState(null, '', '/index.html')",
  },
  { name: 'navigation.navigate', script: "navigation.navigate('about:blank').finished.catch(() => {})" },
  {
    name: 'a blob',
    script: "location.href = URL.createObjectURL(new Blob(['<h1>gone</h1>'], { type: 'text/html' }))",
  },
  {
    name: 'a frame that moves its parent',
    script: `${element('iframe', '')}; e.contentWindow.parent.location.href = 'about:blank'; e.remove()`,
  },
  {
    name: 'a frame with a link to the top',
    script:
      element('iframe', '') +
      "; const d = e.contentDocument; const a = d.createElement('a'); a.target = '_top'; a.href = 'about:blank'; d.body.append(a); a.click(); e.remove()",
  },
  { name: 'a frame of a server', script: element('iframe', `e.src = '${HERE}/frame'`) },
  {
    name: 'a frame of its own text',
    script: element('iframe', "e.setAttribute('srcdoc', '<script>parent.ran = 1</script>')"),
  },
]

/** Each would open a second window. */
export const WINDOWS: readonly Escape[] = [
  ...[
    'about:blank',
    'app://trimline/index.html',
    `${HERE}/window`,
    'https://example.com/',
    'file:///etc/passwd',
    '',
  ].map((address) => ({ name: `window.open ${address}`, script: `window.open('${address}')` })),
  {
    name: 'window.open with preferences',
    script: "window.open('about:blank', 'x', 'nodeIntegration=yes,webSecurity=no')",
  },
  { name: 'a link with target=_blank', script: link('about:blank', "a.target = '_blank'") },
  { name: 'a link with a name', script: link('app://trimline/index.html', "a.target = 'other'") },
  {
    name: 'a form with target=_blank',
    script: element('form', "e.action = 'about:blank'; e.target = '_blank'; e.submit()"),
  },
  {
    name: 'a webview',
    script: element('webview', "e.setAttribute('src', 'about:blank'); e.setAttribute('nodeintegration', '')"),
  },
]

/** Each would start a download. */
export const DOWNLOADS: readonly Escape[] = [
  ...['data:text/plain,x', 'app://trimline/index.html', `${HERE}/file`].map((address) => ({
    name: `a link that downloads ${address}`,
    script: link(address, "a.download = 'escaped.txt'"),
  })),
  {
    name: 'a link that downloads a blob',
    script: `const u = URL.createObjectURL(new Blob(['x'])); ${link('#', "a.href = u; a.download = 'escaped.txt'")}`,
  },
]

/** Each would tell a server something. */
export const REQUESTS: readonly Escape[] = [
  { name: 'fetch', script: `fetch('${HERE}/fetch', { mode: 'no-cors' }).catch(() => {})` },
  { name: 'XMLHttpRequest', script: `const x = new XMLHttpRequest(); x.open('GET', '${HERE}/xhr'); x.send()` },
  { name: 'a beacon', script: `navigator.sendBeacon('${HERE}/beacon', 'x')` },
  { name: 'a socket', script: `new WebSocket('ws://127.0.0.1:HERE/socket')` },
  { name: 'an event source', script: `new EventSource('${HERE}/events')` },
  { name: 'a picture', script: `new Image().src = '${HERE}/picture'` },
  { name: 'a script', script: element('script', `e.src = '${HERE}/script'`) },
  { name: 'a module', script: `import('${HERE}/module').catch(() => {})` },
  { name: 'a worker', script: `new Worker('${HERE}/worker')` },
  { name: 'a style sheet', script: element('link', `e.rel = 'stylesheet'; e.href = '${HERE}/style'`) },
  { name: 'a background', script: element('div', `e.style.backgroundImage = 'url(${HERE}/background)'`) },
  { name: 'a font', script: `new FontFace('x', 'url(${HERE}/font)').load().catch(() => {})` },
  { name: 'sound', script: `new Audio('${HERE}/sound').play().catch(() => {})` },
  { name: 'an object', script: element('object', `e.data = '${HERE}/object'`) },
  { name: 'a plug-in', script: element('embed', `e.src = '${HERE}/embed'`) },
  { name: 'a ping', script: link('#', `a.ping = '${HERE}/ping'`) },
  ...['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon', 'manifest'].map(
    (rel) => ({
      name: `a link of kind ${rel}`,
      script: element('link', `e.rel = '${rel}'; e.as = 'script'; e.href = '${HERE}/${rel}'`, 'document.head'),
    }),
  ),
  {
    name: 'WebRTC',
    script: `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:HERE' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`,
  },
]

/** Each would run script that is not the app's own file, and set `ran`. */
export const SCRIPTS: readonly Escape[] = [
  { name: 'eval', script: "eval('globalThis.ran = 1')" },
  { name: 'a function of a text', script: "new Function('globalThis.ran = 1')()" },
  { name: 'a timer of a text', script: "setTimeout('globalThis.ran = 1')" },
  { name: 'a script of a text', script: element('script', "e.textContent = 'globalThis.ran = 1'") },
  { name: 'a script of an address', script: element('script', "e.src = 'data:text/javascript,globalThis.ran = 1'") },
  {
    name: 'a handler of a text',
    script: `${element('button', "e.setAttribute('onclick', 'globalThis.ran = 1')")}; e.click(); e.remove()`,
  },
  { name: 'HTML with a handler', script: element('div', 'e.innerHTML = \'<img src=x onerror="globalThis.ran = 1">\'') },
  { name: 'a document that is written', script: "document.write('<script>globalThis.ran = 1</script>')" },
  {
    name: 'a worker of a blob',
    script:
      "const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = () => { globalThis.ran = 1 }",
  },
  {
    name: 'a module of a blob',
    script:
      "import(URL.createObjectURL(new Blob(['globalThis.ran = 1'], { type: 'text/javascript' }))).catch(() => {})",
  },
  {
    name: 'a service worker',
    script: "navigator.serviceWorker.register('/index.html').then(() => { globalThis.ran = 1 }, () => {})",
  },
]

/** Everything that a page may ask to be allowed; each sets `granted` when it is. */
export const PERMISSIONS: readonly Escape[] = [
  {
    name: 'notifications',
    script: "Notification.requestPermission().then((p) => { if (p === 'granted') granted = 1 })",
  },
  { name: 'geolocation', script: 'navigator.geolocation.getCurrentPosition(() => { granted = 1 })' },
  {
    name: 'camera',
    script: 'navigator.mediaDevices.getUserMedia({ video: true }).then(() => { granted = 1 }, () => {})',
  },
  {
    name: 'microphone',
    script: 'navigator.mediaDevices.getUserMedia({ audio: true }).then(() => { granted = 1 }, () => {})',
  },
  {
    name: 'the screen',
    script: 'navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => { granted = 1 }, () => {})',
  },
  { name: 'MIDI', script: 'navigator.requestMIDIAccess({ sysex: true }).then(() => { granted = 1 }, () => {})' },
  { name: 'reading the clipboard', script: 'navigator.clipboard.readText().then(() => { granted = 1 }, () => {})' },
  { name: 'pointer lock', script: 'document.body.requestPointerLock()?.then?.(() => { granted = 1 }, () => {})' },
  {
    name: 'fonts of the system',
    script: 'globalThis.queryLocalFonts?.().then((f) => { if (f.length) granted = 1 }, () => {})',
  },
  {
    name: 'a USB device',
    script: 'navigator.usb?.requestDevice({ filters: [] }).then(() => { granted = 1 }, () => {})',
  },
  { name: 'a serial port', script: 'navigator.serial?.requestPort().then(() => { granted = 1 }, () => {})' },
  {
    name: 'a HID device',
    script: 'navigator.hid?.requestDevice({ filters: [] }).then((d) => { if (d.length) granted = 1 }, () => {})',
  },
  {
    name: 'a Bluetooth device',
    script: 'navigator.bluetooth?.requestDevice({ acceptAllDevices: true }).then(() => { granted = 1 }, () => {})',
  },
  ...[
    'camera',
    'microphone',
    'geolocation',
    'notifications',
    'midi',
    'clipboard-read',
    'idle-detection',
    'persistent-storage',
  ].map((name) => ({
    name: `the state of ${name}`,
    script: `navigator.permissions.query({ name: '${name}' }).then(({ state }) => { if (state === 'granted') granted = 1 }, () => {})`,
  })),
]
