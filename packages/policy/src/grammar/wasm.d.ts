/** What a bundler makes of a grammar. */
declare module '*.wasm' {
  /** The grammar, packed with gzip, as base64 (tools/build/pack-wasm.ts). */
  const packed: string;
  // biome-ignore lint/style/noDefaultExport: a file that is no module has no names to give
  export default packed;
}
