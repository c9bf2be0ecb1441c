/** Files that the bundler puts into the program as text: WebAssembly as a data URL, sources as they are. */
declare module '*.wasm?url&inline' {
  const url: string
  export default url
}
declare module '@jitl/quickjs-wasmfile-release-sync/wasm?url&inline' {
  const url: string
  export default url
}
declare module '*?raw' {
  const text: string
  export default text
}
