"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/node/index.ts
var node_exports = {};
__export(node_exports, {
  SegmentedError: () => SegmentedError,
  requestDevice: () => requestDevice
});
module.exports = __toCommonJS(node_exports);

// src/errors.ts
var SegmentedError = class extends Error {
  code;
  constructor(code, message, options) {
    super(message, options);
    this.name = "SegmentedError";
    this.code = code;
  }
  /** True for errors of any copy of this class: each CommonJS entry of the package holds its own. */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === "SegmentedError" && "code" in value;
  }
};
function refused(code, name, found, allowed) {
  return new SegmentedError(code, `${name}: ${String(found)}; allowed: ${allowed}`);
}

// src/node/request-device.ts
var import_node_process5 = __toESM(require("process"), 1);

// src/record/known_devices.ts
var KNOWN = /* @__PURE__ */ Symbol.for("webgpu-segmented.known-devices");
function known() {
  const holder = globalThis;
  holder[KNOWN] ??= /* @__PURE__ */ new Set();
  return holder[KNOWN];
}
function noteDevice(device) {
  if (knownDevices().includes(device)) return;
  const reference = new WeakRef(device);
  known().add(reference);
  device.lost.then(() => known().delete(reference));
}
function knownDevices() {
  return [...known()].flatMap((reference) => reference.deref() ?? []);
}

// src/node/adapter.ts
var import_node_worker_threads = require("worker_threads");

// src/node/dawn.ts
var import_node_process = __toESM(require("process"), 1);
var INSTALL_HINT = "Install the packages (npm install webgpu @sparticuz/chromium), or a Vulkan driver.";
var FLAGS = ["disable-dawn-features=timestamp_quantization"];
var INSTANCES = /* @__PURE__ */ Symbol.for("webgpu-segmented.dawn-instances");
function instances() {
  const holder = globalThis;
  holder[INSTANCES] ??= /* @__PURE__ */ new Map();
  return holder[INSTANCES];
}
async function loadDawn() {
  if (import_node_process.default.env.LP_NATIVE_VECTOR_WIDTH) import_node_process.default.env.MESA_SHADER_CACHE_DISABLE ??= "true";
  const dawn = await importDawn();
  for (const [name, value] of Object.entries(dawn.globals)) {
    if (!(name in globalThis)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
    }
  }
  return dawn;
}
async function importDawn() {
  try {
    return await import("webgpu");
  } catch (cause) {
    const missing = cause.code === "ERR_MODULE_NOT_FOUND";
    const found = missing ? "the optional package 'webgpu' is not installed" : `the package 'webgpu' does not load on ${import_node_process.default.platform}-${import_node_process.default.arch}: ${cause.message}`;
    throw new SegmentedError("no-adapter", `No WebGPU: ${found}. ${INSTALL_HINT}`, { cause });
  }
}
async function adapterOf(dawn, driver, options, environment = {}) {
  const instance = instances().get(driver) ?? { gpu: dawn.create(FLAGS) };
  instances().set(driver, instance);
  if (instance.empty) return null;
  const adapter = await withEnvironment(environment, () => instance.gpu.requestAdapter(options));
  instance.empty ??= adapter === null;
  return adapter;
}
function withEnvironment(environment, call) {
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, import_node_process.default.env[name]]));
  setEnvironment(environment);
  try {
    return call();
  } finally {
    setEnvironment(before);
  }
}
function setEnvironment(values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === void 0) delete import_node_process.default.env[name];
    else import_node_process.default.env[name] = value;
  }
}

// src/node/swiftshader.ts
var import_node_fs = require("fs");
var import_promises2 = require("fs/promises");
var import_node_module = require("module");
var import_node_path2 = __toESM(require("path"), 1);
var import_node_process3 = __toESM(require("process"), 1);
var import_promises3 = require("stream/promises");
var import_node_url = require("url");
var import_node_zlib = require("zlib");

// src/node/cache-folder.ts
var import_promises = require("fs/promises");
var import_node_os = __toESM(require("os"), 1);
var import_node_path = __toESM(require("path"), 1);
var import_node_process2 = __toESM(require("process"), 1);
var MANIFEST = "complete.json";
function cacheRoots(option, env) {
  if (option) return [{ folder: import_node_path.default.resolve(option), namedBy: "cacheFolder" }];
  const named = env.WEBGPU_SEGMENTED_CACHE;
  if (named) return [{ folder: import_node_path.default.resolve(named), namedBy: "WEBGPU_SEGMENTED_CACHE" }];
  const own = "webgpu-segmented";
  const roots = [];
  const { XDG_CACHE_HOME, HOME } = env;
  if (XDG_CACHE_HOME && import_node_path.default.isAbsolute(XDG_CACHE_HOME)) roots.push({ folder: import_node_path.default.join(XDG_CACHE_HOME, own) });
  else if (HOME && import_node_path.default.isAbsolute(HOME)) roots.push({ folder: import_node_path.default.join(HOME, ".cache", own) });
  const user = import_node_process2.default.getuid?.() ?? "user";
  roots.push({ folder: import_node_path.default.join(import_node_os.default.tmpdir(), `${own}-${user}`), shared: true });
  return roots;
}
async function cachedFolder(cached) {
  const failures = [];
  for (const root of cached.roots) {
    try {
      return await folderUnder(root, cached);
    } catch (cause) {
      const reason = cause.message;
      if (root.namedBy) {
        const message = `${root.namedBy}: ${root.folder} can't hold the cache (${reason}); name a folder that can be written`;
        throw new SegmentedError("invalid-option", message, { cause });
      }
      failures.push(`${root.folder}: ${reason}`);
    }
  }
  const advice = "set WEBGPU_SEGMENTED_CACHE to a folder that can be written";
  throw new SegmentedError("no-adapter", `No folder for the cache: ${failures.join("; ")}; ${advice}`);
}
async function folderUnder(root, cached) {
  const folder = import_node_path.default.join(root.folder, cached.name);
  if (!root.shared && await isComplete(folder, cached.files)) return folder;
  await (0, import_promises.mkdir)(root.folder, { recursive: true, mode: 448 });
  if (root.shared) {
    await assertOwn(root.folder);
    if (await isComplete(folder, cached.files)) return folder;
  }
  const filling = await (0, import_promises.mkdtemp)(import_node_path.default.join(root.folder, `${cached.name}-filling-`));
  try {
    await cached.fill(filling);
    const sizes = await Promise.all(cached.files.map((file) => sizeOf(import_node_path.default.join(filling, file))));
    const manifest = Object.fromEntries(cached.files.map((file, index) => [file, sizes[index]]));
    await (0, import_promises.writeFile)(import_node_path.default.join(filling, MANIFEST), JSON.stringify(manifest));
    await publish(filling, folder, cached.files);
  } finally {
    await (0, import_promises.rm)(filling, { recursive: true, force: true });
  }
  return folder;
}
async function isComplete(folder, files) {
  try {
    const manifest = JSON.parse(await (0, import_promises.readFile)(import_node_path.default.join(folder, MANIFEST), "utf8"));
    const sizes = await Promise.all(files.map((file) => sizeOf(import_node_path.default.join(folder, file))));
    return sizes.every((size, index) => size === manifest[files[index]]);
  } catch {
    return false;
  }
}
async function sizeOf(file) {
  return (await (0, import_promises.stat)(file)).size;
}
async function publish(full, folder, files) {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      await (0, import_promises.rename)(full, folder);
      return;
    } catch (error) {
      const { code } = error;
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      if (await isComplete(folder, files)) return;
      if (attempt === attempts) throw error;
      await moveAway(folder, `${full}-damaged-${attempt}`);
    }
  }
}
async function moveAway(folder, aside) {
  try {
    await (0, import_promises.rename)(folder, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  await (0, import_promises.rm)(aside, { recursive: true, force: true });
}
async function assertOwn(folder) {
  const status = await (0, import_promises.lstat)(folder);
  const own = status.isDirectory() && status.uid === (import_node_process2.default.getuid?.() ?? status.uid) && (status.mode & 18) === 0;
  if (!own) throw new Error("exists, and belongs to another user or can be written by others");
}

// src/node/swiftshader.ts
var import_meta = {};
var PACKAGE = "@sparticuz/chromium";
var DRIVER = "libvk_swiftshader.so";
var LOADER = "libvulkan.so.1";
var ICD = "vk_swiftshader_icd.json";
async function unpackSwiftShader(cacheFolder) {
  if (import_node_process3.default.platform !== "linux" || import_node_process3.default.arch !== "x64") {
    const found = `${import_node_process3.default.platform}-${import_node_process3.default.arch}`;
    throw new SegmentedError("no-adapter", `SwiftShader comes for linux-x64 only, this is ${found}. ${INSTALL_HINT}`);
  }
  const chromium = await findChromium();
  const folder = await cachedFolder({
    roots: cacheRoots(cacheFolder, import_node_process3.default.env),
    name: `swiftshader-${chromium.version}`,
    files: [DRIVER, LOADER, ICD],
    fill: (target) => extract(chromium, target)
  });
  return { icd: import_node_path2.default.join(folder, ICD), loader: import_node_path2.default.join(folder, LOADER) };
}
async function findChromium() {
  const main = resolveChromium();
  for (let folder = import_node_path2.default.dirname(main); folder !== import_node_path2.default.dirname(folder); folder = import_node_path2.default.dirname(folder)) {
    const manifest = await readManifest(import_node_path2.default.join(folder, "package.json"));
    if (manifest?.name === PACKAGE) return { folder, version: manifest.version, require: (0, import_node_module.createRequire)(main) };
  }
  throw new SegmentedError("no-adapter", `No package.json of '${PACKAGE}' above ${main}. ${INSTALL_HINT}`);
}
function resolveChromium() {
  try {
    return (0, import_node_module.createRequire)(thisFile()).resolve(PACKAGE);
  } catch (cause) {
    const message = `The optional package '${PACKAGE}' is not installed. ${INSTALL_HINT}`;
    throw new SegmentedError("no-adapter", message, { cause });
  }
}
function thisFile() {
  return import_meta.url ? (0, import_node_url.fileURLToPath)(import_meta.url) : __filename;
}
async function readManifest(file) {
  try {
    return JSON.parse(await (0, import_promises2.readFile)(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return void 0;
    throw error;
  }
}
async function extract(chromium, folder) {
  const wanted = /* @__PURE__ */ new Set([DRIVER, LOADER, ICD]);
  const tar = chromium.require("tar-fs");
  await (0, import_promises3.pipeline)(
    (0, import_node_fs.createReadStream)(import_node_path2.default.join(chromium.folder, "bin", "swiftshader.tar.br")),
    (0, import_node_zlib.createBrotliDecompress)(),
    tar.extract(folder, {
      ignore: (name) => name !== folder && !wanted.has(import_node_path2.default.basename(name)),
      chown: false,
      umask: 18
    })
  );
}

// src/node/vulkan-loader.ts
var import_node_os2 = __toESM(require("os"), 1);
var import_node_process4 = __toESM(require("process"), 1);
var RTLD_NODELETE = 4096;
function loadLibrary(file) {
  const { RTLD_NOW, RTLD_GLOBAL } = import_node_os2.default.constants.dlopen;
  try {
    import_node_process4.default.dlopen({ exports: {} }, file, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    return void 0;
  } catch (error) {
    const { message } = error;
    return message.includes("did not self-register") ? void 0 : message;
  }
}
function hasVulkanLoader() {
  return import_node_process4.default.platform !== "linux" || loadLibrary("libvulkan.so.1") === void 0;
}

// src/node/adapter.ts
var ADAPTERS = ["swiftshader", "system"];
function adapterWish(option, env) {
  const wish = {};
  const variable = "WEBGPU_SEGMENTED_ADAPTER";
  if (option !== void 0) wish.forced = { name: adapterName(option, "adapter"), by: `adapter: '${option}'` };
  else if (env[variable]) {
    wish.forced = { name: adapterName(env[variable], variable), by: `${variable}=${env[variable]}` };
  }
  for (const name of ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]) {
    const value = env[name];
    if (value) wish.driver ??= { variable: name, value };
  }
  return wish;
}
function adapterName(value, source) {
  const name = ADAPTERS.find((allowed) => allowed === value);
  if (name) return name;
  throw new SegmentedError("invalid-option", `${source} is '${value}'; allowed: ${ADAPTERS.join(", ")}`);
}
async function chooseAdapter(wish, source) {
  const { forced, driver } = wish;
  if (forced?.name === "swiftshader") {
    return { adapter: await source.swiftshader(), name: "swiftshader", why: forced.by };
  }
  const system = await source.system();
  if (forced || driver) {
    const why = [forced?.by, driver && `${driver.variable}=${driver.value}`].filter(Boolean).join(", ");
    if (system) return { adapter: system, name: "system", why };
    const advice = driver ? `Name a Vulkan driver that works, or unset ${driver.variable}.` : INSTALL_HINT;
    throw new SegmentedError("no-adapter", `No WebGPU adapter with ${why}. ${advice}`);
  }
  if (system && isHardware(system)) return { adapter: system, name: "system", why: "the hardware adapter" };
  return softwareAdapter(system, source);
}
async function softwareAdapter(system, source) {
  try {
    return { adapter: await source.swiftshader(), name: "swiftshader", why: "no hardware adapter found" };
  } catch (error) {
    if (!(error instanceof SegmentedError) || error.code !== "no-adapter") throw error;
    if (system) {
      const why = `no hardware adapter found, and no SwiftShader: ${error.message}`;
      return { adapter: system, name: "system", why };
    }
    throw new SegmentedError("no-adapter", `No hardware adapter found. ${error.message}`, { cause: error });
  }
}
function isHardware(adapter) {
  const { info } = adapter;
  if (info.isFallbackAdapter || adapter.isFallbackAdapter) return false;
  const names = `${info.vendor} ${info.architecture} ${info.device} ${info.description}`;
  return !/swiftshader|llvmpipe|lavapipe|softpipe|software|basic render/i.test(names);
}
function dawnAdapters(driver, options, cacheFolder) {
  return {
    async system() {
      const dawn = await loadDawn();
      if (!hasVulkanLoader()) {
        if (!driver) return null;
        await loadBundledLoader(cacheFolder);
      }
      const key = `system:${driver?.value ?? ""}`;
      const adapter = await adapterOf(dawn, key, options);
      if (!adapter || isHardware(adapter) || options.powerPreference) return adapter;
      return await adapterOf(dawn, key, { ...options, powerPreference: "high-performance" }) ?? adapter;
    },
    async swiftshader() {
      const dawn = await loadDawn();
      const icd = await loadBundledLoader(cacheFolder);
      const environment = { VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: void 0, VK_ADD_DRIVER_FILES: void 0 };
      const adapter = await adapterOf(dawn, `swiftshader:${icd}`, options, environment);
      if (adapter && /swiftshader/i.test(`${adapter.info.architecture} ${adapter.info.description}`)) return adapter;
      const found = adapter ? `the Vulkan loader gave ${adapter.info.description} instead` : "the driver did not start";
      const hint = import_node_worker_threads.isMainThread ? INSTALL_HINT : "In a worker thread it needs `new Worker(file, { env: SHARE_ENV })`.";
      throw new SegmentedError("no-adapter", `SwiftShader is unpacked (${icd}), but ${found}. ${hint}`);
    }
  };
}
async function loadBundledLoader(cacheFolder) {
  const { icd, loader } = await unpackSwiftShader(cacheFolder);
  if (!hasVulkanLoader()) {
    const reason = loadLibrary(loader);
    const advice = "set WEBGPU_SEGMENTED_CACHE to a folder on a file system that may hold programs";
    const message = `SwiftShader's Vulkan loader does not load (${reason}); ${advice}`;
    if (reason) throw new SegmentedError("no-adapter", message);
  }
  return icd;
}

// src/node/polite-waiting.ts
var SLEEP_PART = 1 / 20;
var SLEEP_LEAST_MS = 0.05;
var SLEEP_MOST_MS = 1;
var cell = new Int32Array(new SharedArrayBuffer(4));
var pending = 0;
var since = 0;
var pacing = false;
async function pace() {
  if (pacing) return;
  pacing = true;
  while (pending > 0) {
    const waited = performance.now() - since;
    Atomics.wait(cell, 0, 0, Math.min(Math.max(SLEEP_PART * waited, SLEEP_LEAST_MS), SLEEP_MOST_MS));
    await new Promise((resolve) => setImmediate(resolve));
  }
  pacing = false;
}
function ended() {
  pending--;
}
function politely(object, name) {
  const call = object[name].bind(object);
  object[name] = (...args) => {
    const done = call(...args);
    pending++;
    since = performance.now();
    void pace();
    done.then(ended, ended);
    return done;
  };
}
function waitPolitely(device) {
  politely(device, "createComputePipelineAsync");
  politely(device, "createRenderPipelineAsync");
  politely(device.queue, "onSubmittedWorkDone");
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    if (descriptor.usage & GPUBufferUsage.MAP_READ || descriptor.usage & GPUBufferUsage.MAP_WRITE)
      politely(buffer, "mapAsync");
    return buffer;
  };
}

// src/node/request-device.ts
var WANTED_FEATURES = ["subgroups", "subgroup-size-control", "shader-f16", "timestamp-query"];
async function requestDevice(options = {}) {
  requireOptions(options);
  const wish = adapterWish(options.adapter, import_node_process5.default.env);
  const request = {};
  if (options.powerPreference) request.powerPreference = options.powerPreference;
  const choice = await chooseAdapter(wish, dawnAdapters(wish.driver, request, options.cacheFolder));
  const descriptor = describeDevice(choice.adapter, options);
  announce(choice, options);
  try {
    const device = await choice.adapter.requestDevice(descriptor);
    noteDevice(device);
    if (!isHardware(choice.adapter)) waitPolitely(device);
    return device;
  } catch (cause) {
    const message = `${adapterText(choice.adapter)} gave no device: ${cause.message}`;
    throw new SegmentedError("no-adapter", message, { cause });
  }
}
var oneOf = (...names) => [
  names.map((name) => `'${name}'`).join(", "),
  (value) => names.includes(value)
];
var ofType = (type) => [`a ${type}`, (value) => typeof value === type];
var FEATURES = ["a list of feature names", Array.isArray];
var RULES = {
  powerPreference: oneOf("low-power", "high-performance"),
  requiredFeatures: FEATURES,
  withoutFeatures: FEATURES,
  limits: oneOf("adapter", "default"),
  requiredLimits: ["an object of limits", (value) => typeof value === "object" && value !== null],
  label: ofType("string"),
  cacheFolder: ofType("string"),
  quiet: ofType("boolean"),
  onAdapter: ofType("function")
};
function requireOptions(options) {
  if (typeof options !== "object" || options === null) throw refused("invalid-option", "options", options, "an object");
  for (const [name, [allowed, fits]] of Object.entries(RULES)) {
    const value = options[name];
    if (value !== void 0 && !fits(value)) throw refused("invalid-option", name, value, allowed);
  }
}
function describeDevice(adapter, options) {
  const without = new Set(options.withoutFeatures);
  if (without.has("subgroups")) without.add("subgroup-size-control");
  const required = options.requiredFeatures ?? [];
  for (const name of required) {
    const found = without.has(name) ? "is in withoutFeatures too" : `is not offered by ${adapterText(adapter)}`;
    if (without.has(name) || !adapter.features.has(name)) {
      const allowed = [...adapter.features].filter((feature) => !without.has(feature)).join(", ");
      throw new SegmentedError("invalid-option", `requiredFeatures: '${name}' ${found}; allowed: ${allowed}`);
    }
  }
  const wanted = WANTED_FEATURES.filter((name) => adapter.features.has(name) && !without.has(name));
  const descriptor = {
    requiredFeatures: [.../* @__PURE__ */ new Set([...wanted, ...required])],
    requiredLimits: {
      ...options.limits === "default" ? {} : limitsOf(adapter),
      ...checkedLimits(adapter, options.requiredLimits ?? {})
    }
  };
  if (options.label !== void 0) descriptor.label = options.label;
  return descriptor;
}
function limitsOf(adapter) {
  const limits = {};
  for (const name in adapter.limits) {
    const value = adapter.limits[name];
    if (typeof value === "number") limits[name] = value;
  }
  return limits;
}
function checkedLimits(adapter, asked) {
  const offered = limitsOf(adapter);
  for (const [name, value] of Object.entries(asked)) {
    const limit = offered[name];
    if (limit === void 0) {
      const allowed = Object.keys(offered).join(", ");
      throw new SegmentedError("invalid-option", `requiredLimits: no limit is called '${name}'; allowed: ${allowed}`);
    }
    if (value === void 0) continue;
    if (!Number.isInteger(value) || value < 0) {
      throw refused("invalid-option", `requiredLimits.${name}`, value, `whole numbers, of this adapter ${limit}`);
    }
    if (name.startsWith("min") ? value < limit : value > limit) {
      const message = `requiredLimits.${name} is ${value}; ${adapterText(adapter)} allows ${limit}`;
      throw new SegmentedError("limit-exceeded", message);
    }
  }
  return asked;
}
function adapterText(adapter) {
  const { vendor, architecture, description, subgroupMinSize, subgroupMaxSize } = adapter.info;
  const family = [vendor, architecture].filter(Boolean).join(" ");
  const sizes = subgroupMinSize === subgroupMaxSize ? `${subgroupMinSize}` : `${subgroupMinSize} to ${subgroupMaxSize}`;
  const subgroups = adapter.features.has("subgroups") ? `subgroup size ${sizes}` : "no subgroups";
  return `${description || family || "the adapter"} (${family ? `${family}, ` : ""}${subgroups})`;
}
var SAID = /* @__PURE__ */ Symbol.for("webgpu-segmented.adapters-said");
function announce(choice, options) {
  const line = `webgpu-segmented: ${adapterText(choice.adapter)}; ${choice.why}`;
  if (options.onAdapter) {
    options.onAdapter(line);
    return;
  }
  if (options.quiet) return;
  const holder = globalThis;
  holder[SAID] ??= /* @__PURE__ */ new Set();
  if (!holder[SAID].has(line)) console.error(line);
  holder[SAID].add(line);
}
//# sourceMappingURL=node.cjs.map