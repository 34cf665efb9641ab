declare module '*.wgsl' {
  /** The file without comments, but for its name in the first line (`build/wgsl-text.ts`). */
  const piece: string;
  export default piece;
}
