declare module '*.wgsl' {
  const module: import('./plan/module.ts').WgslModule;
  export default module;
}
