declare module '*.wgsl' {
  const module: import('./plan/link.ts').WgslModule;
  export default module;
}
