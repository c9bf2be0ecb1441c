/**
 * Perfetto's trace processor in a thread of its own: its glue is made for a page's worker, which is played here. Messages
 * come one at a time: `{ load: bytes }` takes another trace, `{ sql }` asks for rows.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

const folder = workerData
const { EngineBase } = await import(pathToFileURL(join(folder, 'engine.mjs')).href)

Object.assign(globalThis, {
  self: globalThis,
  WorkerGlobalScope: class {},
  location: { href: `${pathToFileURL(folder)}/` },
})
// what the engine says of itself is no result of a test
Object.assign(console, { log() {}, warn() {} })

/** @param {string} text @param {string} from @param {string} to */
function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`the trace processor's glue has no ${from}`)
  return text.replace(from, to)
}

async function startBridge() {
  let glue = readFileSync(join(folder, 'engine_bundle.node.js'), 'utf8').replace(/\/\/# sourceMappingURL[\s\S]*$/, '')
  // without a page there is nothing to load it with, and its 64-bit build needs what Node lacks
  glue = replaced(glue, 'this.useMemory64 = hasMemory64Support();', 'this.useMemory64 = false;')
  glue = replaced(glue, 'locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: globalThis.traceProcessorWasm,')
  glue = replaced(
    glue,
    'deferredRuntimeInitialized.then(() => {',
    'globalThis.traceProcessorReady = deferredRuntimeInitialized.then(() => {',
  )
  glue = replaced(
    glue,
    'const wasmBridge = new wasm_bridge_1.WasmBridge();',
    'const wasmBridge = globalThis.traceProcessorBridge = new wasm_bridge_1.WasmBridge();',
  )
  globalThis.traceProcessorWasm = readFileSync(join(folder, 'trace_processor.wasm'))
  runInThisContext(glue, { filename: 'engine_bundle.node.js' })
  await globalThis.traceProcessorReady
  return globalThis.traceProcessorBridge
}

class Engine extends EngineBase {
  mode = 'WASM'
  id = 'test'

  constructor(bridge) {
    super()
    this.bridge = bridge
    bridge.messagePort = { postMessage: (data) => this.onRpcResponseBytes(data) }
  }

  rpcSendRequestBytes(data) {
    this.bridge.onMessage({ data })
  }
}

const engine = new Engine(await startBridge())
const CHUNK = 16 * 2 ** 20

async function load(bytes) {
  await engine.resetTraceProcessor({
    cropTrackEvents: false,
    ingestFtraceInRawTable: false,
    analyzeTraceProtoContent: false,
    ftraceDropUntilAllCpusValid: false,
  })
  for (let at = 0; at < bytes.length; at += CHUNK) await engine.parse(bytes.subarray(at, at + CHUNK))
  await engine.notifyEof()
}

async function rows(sql) {
  const result = await engine.query(sql)
  const error = result.error()
  if (error !== undefined) throw new Error(`${sql}\n${error}`)
  const columns = result.columns()
  const found = []
  for (const row = result.iter({}); row.valid(); row.next())
    found.push(Object.fromEntries(columns.map((column) => [column, plain(row.get(column))])))
  return found
}

const plain = (value) => (typeof value === 'bigint' ? Number(value) : value)

parentPort.on('message', async (message) => {
  try {
    if (message.load !== undefined) await load(message.load)
    parentPort.postMessage({ rows: message.sql === undefined ? [] : await rows(message.sql) })
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) })
  }
})
parentPort.postMessage({ rows: [] })
