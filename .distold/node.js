import {
  SegmentedError,
  noteDevice,
  refused
} from "./chunk-Z5FYZ6LR.js";

// src/node/request-device.ts
import process5 from "process";

// src/node/adapter.ts
import { isMainThread } from "worker_threads";

// src/node/dawn.ts
import process from "process";
var INSTALL_HINT = "Install the packages (npm install webgpu @sparticuz/chromium), or a Vulkan driver.";
var FLAGS = ["disable-dawn-features=timestamp_quantization"];
var INSTANCES = /* @__PURE__ */ Symbol.for("webgpu-segmented.dawn-instances");
function instances() {
  const holder = globalThis;
  holder[INSTANCES] ??= /* @__PURE__ */ new Map();
  return holder[INSTANCES];
}
async function loadDawn() {
  if (process.env.LP_NATIVE_VECTOR_WIDTH) process.env.MESA_SHADER_CACHE_DISABLE ??= "true";
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
    const found = missing ? "the optional package 'webgpu' is not installed" : `the package 'webgpu' does not load on ${process.platform}-${process.arch}: ${cause.message}`;
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
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  setEnvironment(environment);
  try {
    return call();
  } finally {
    setEnvironment(before);
  }
}
function setEnvironment(values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === void 0) delete process.env[name];
    else process.env[name] = value;
  }
}

// src/node/swiftshader.ts
import { createReadStream } from "fs";
import { readFile as readFile2 } from "fs/promises";
import { createRequire } from "module";
import path2 from "path";
import process3 from "process";
import { pipeline } from "stream/promises";
import { fileURLToPath } from "url";
import { createBrotliDecompress } from "zlib";

// src/node/cache-folder.ts
import { lstat, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "fs/promises";
import os from "os";
import path from "path";
import process2 from "process";
var MANIFEST = "complete.json";
function cacheRoots(option, env) {
  if (option) return [{ folder: path.resolve(option), namedBy: "cacheFolder" }];
  const named = env.WEBGPU_SEGMENTED_CACHE;
  if (named) return [{ folder: path.resolve(named), namedBy: "WEBGPU_SEGMENTED_CACHE" }];
  const own = "webgpu-segmented";
  const roots = [];
  const { XDG_CACHE_HOME, HOME } = env;
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) roots.push({ folder: path.join(XDG_CACHE_HOME, own) });
  else if (HOME && path.isAbsolute(HOME)) roots.push({ folder: path.join(HOME, ".cache", own) });
  const user = process2.getuid?.() ?? "user";
  roots.push({ folder: path.join(os.tmpdir(), `${own}-${user}`), shared: true });
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
  const folder = path.join(root.folder, cached.name);
  if (!root.shared && await isComplete(folder, cached.files)) return folder;
  await mkdir(root.folder, { recursive: true, mode: 448 });
  if (root.shared) {
    await assertOwn(root.folder);
    if (await isComplete(folder, cached.files)) return folder;
  }
  const filling = await mkdtemp(path.join(root.folder, `${cached.name}-filling-`));
  try {
    await cached.fill(filling);
    const sizes = await Promise.all(cached.files.map((file) => sizeOf(path.join(filling, file))));
    const manifest = Object.fromEntries(cached.files.map((file, index) => [file, sizes[index]]));
    await writeFile(path.join(filling, MANIFEST), JSON.stringify(manifest));
    await publish(filling, folder, cached.files);
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return folder;
}
async function isComplete(folder, files) {
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), "utf8"));
    const sizes = await Promise.all(files.map((file) => sizeOf(path.join(folder, file))));
    return sizes.every((size, index) => size === manifest[files[index]]);
  } catch {
    return false;
  }
}
async function sizeOf(file) {
  return (await stat(file)).size;
}
async function publish(full, folder, files) {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(full, folder);
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
    await rename(folder, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}
async function assertOwn(folder) {
  const status = await lstat(folder);
  const own = status.isDirectory() && status.uid === (process2.getuid?.() ?? status.uid) && (status.mode & 18) === 0;
  if (!own) throw new Error("exists, and belongs to another user or can be written by others");
}

// src/node/swiftshader.ts
var PACKAGE = "@sparticuz/chromium";
var DRIVER = "libvk_swiftshader.so";
var LOADER = "libvulkan.so.1";
var ICD = "vk_swiftshader_icd.json";
async function unpackSwiftShader(cacheFolder) {
  if (process3.platform !== "linux" || process3.arch !== "x64") {
    const found = `${process3.platform}-${process3.arch}`;
    throw new SegmentedError("no-adapter", `SwiftShader comes for linux-x64 only, this is ${found}. ${INSTALL_HINT}`);
  }
  const chromium = await findChromium();
  const folder = await cachedFolder({
    roots: cacheRoots(cacheFolder, process3.env),
    name: `swiftshader-${chromium.version}`,
    files: [DRIVER, LOADER, ICD],
    fill: (target) => extract(chromium, target)
  });
  return { icd: path2.join(folder, ICD), loader: path2.join(folder, LOADER) };
}
async function findChromium() {
  const main = resolveChromium();
  for (let folder = path2.dirname(main); folder !== path2.dirname(folder); folder = path2.dirname(folder)) {
    const manifest = await readManifest(path2.join(folder, "package.json"));
    if (manifest?.name === PACKAGE) return { folder, version: manifest.version, require: createRequire(main) };
  }
  throw new SegmentedError("no-adapter", `No package.json of '${PACKAGE}' above ${main}. ${INSTALL_HINT}`);
}
function resolveChromium() {
  try {
    return createRequire(thisFile()).resolve(PACKAGE);
  } catch (cause) {
    const message = `The optional package '${PACKAGE}' is not installed. ${INSTALL_HINT}`;
    throw new SegmentedError("no-adapter", message, { cause });
  }
}
function thisFile() {
  return import.meta.url ? fileURLToPath(import.meta.url) : __filename;
}
async function readManifest(file) {
  try {
    return JSON.parse(await readFile2(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return void 0;
    throw error;
  }
}
async function extract(chromium, folder) {
  const wanted = /* @__PURE__ */ new Set([DRIVER, LOADER, ICD]);
  const tar = chromium.require("tar-fs");
  await pipeline(
    createReadStream(path2.join(chromium.folder, "bin", "swiftshader.tar.br")),
    createBrotliDecompress(),
    tar.extract(folder, {
      ignore: (name) => name !== folder && !wanted.has(path2.basename(name)),
      chown: false,
      umask: 18
    })
  );
}

// src/node/vulkan-loader.ts
import os2 from "os";
import process4 from "process";
var RTLD_NODELETE = 4096;
function loadLibrary(file) {
  const { RTLD_NOW, RTLD_GLOBAL } = os2.constants.dlopen;
  try {
    process4.dlopen({ exports: {} }, file, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    return void 0;
  } catch (error) {
    const { message } = error;
    return message.includes("did not self-register") ? void 0 : message;
  }
}
function hasVulkanLoader() {
  return process4.platform !== "linux" || loadLibrary("libvulkan.so.1") === void 0;
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
      const hint = isMainThread ? INSTALL_HINT : "In a worker thread it needs `new Worker(file, { env: SHARE_ENV })`.";
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
  const wish = adapterWish(options.adapter, process5.env);
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
export {
  SegmentedError,
  requestDevice
};
//# sourceMappingURL=node.js.map